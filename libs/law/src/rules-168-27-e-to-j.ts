import { citationsOf, defineRule, NATURE_AUTHORITY } from './define-rule.js';
import type { Rule } from './rule.types.js';

const cite = citationsOf('168-27', 'H');

/** § 168-27E to J, measures, interceptors, manholes, sampling and agreements: rows 46 to 52 of domain.md 1.3. */
export const RULES_168_27_E_TO_J: readonly Rule[] = [
  defineRule({
    ruleId: '168-27E(1)',
    number: 46,
    citation: cite('E', '(1)', ['(a)', '(b)', '(c)', '(d)']),
    title: 'Measures of the Superintendent',
    actors: ['Superintendent', 'discharger'],
    requirement:
      "For wastes of the § 168-27D list that in the Superintendent's judgment may do harm, the Superintendent may (a) reject them, (b) require pretreatment, (c) require control of quantities and rates, and/or (d) require payment of the added cost under § 168-27J.",
    tests: [{ type: 'DISC', appliesTo: 'discharge against a measure that was required' }],
    nature: 'episodic',
    natureAuthority: NATURE_AUTHORITY.dischargeSeen,
    notes: ['No power to order a shut-off or to disconnect is written.'],
  }),
  defineRule({
    ruleId: '168-27E(2)',
    number: 47,
    citation: cite('E', '(2)'),
    title: 'Approval of pretreatment works',
    actors: ['discharger', 'Superintendent'],
    requirement:
      "Where pretreatment or equalization is permitted, design and installation of the works need the Superintendent's review and approval and follow all codes and laws that apply.",
    tests: ['DISC'],
    nature: 'act',
    natureAuthority: NATURE_AUTHORITY.act,
  }),
  defineRule({
    ruleId: '168-27F',
    number: 48,
    citation: cite('F'),
    title: 'Grease, oil and sand interceptors',
    actors: ['owner', 'Superintendent'],
    requirement:
      "Interceptors are provided where the Superintendent's opinion is that they are necessary for liquid wastes with excessive grease, flammable waste, sand or other harmful matter; their type and capacity are approved and they are readily accessible for cleaning and inspection.",
    tests: [
      { type: 'OPIN', appliesTo: 'the need of an interceptor' },
      { type: 'DISC', appliesTo: 'approval of type and capacity' },
    ],
    nature: 'continuing',
    natureAuthority: 'Product default (domain brief 5.10): an absent interceptor is a continuing condition',
    exceptions: ['Not required for private living quarters or dwelling units'],
  }),
  defineRule({
    ruleId: '168-27G',
    number: 49,
    citation: cite('G'),
    title: 'Upkeep of preliminary treatment',
    actors: ['owner'],
    requirement:
      "Preliminary treatment or flow-equalizing works are kept continuously in satisfactory and effective operation by the owner, at the owner's expense.",
    tests: [
      { type: 'ABS', appliesTo: 'that the works are kept in operation' },
      { type: 'QUAL', appliesTo: 'whether the operation is satisfactory and effective' },
    ],
    nature: 'continuing',
    natureAuthority: '§ 168-27G: maintained "continuously" in satisfactory and effective operation',
    notes: ['A continuous duty. The text prints "treatment of flow-equalizing facilities"; "or" was probably meant.'],
  }),
  defineRule({
    ruleId: '168-27H',
    number: 50,
    citation: cite('H'),
    title: 'Control manhole',
    actors: ['owner', 'Superintendent'],
    requirement:
      'When the Superintendent requires it, the owner of a property with an industrial building sewer installs a control manhole with meters and appurtenances, accessibly and safely placed, to approved plans, and keeps it safe and accessible at all times.',
    tests: ['DISC'],
    nature: 'continuing',
    natureAuthority:
      'Product default (domain brief 5.10): an unsafe manhole is a continuing condition; § 168-27H: safe and accessible "at all times"',
  }),
  defineRule({
    ruleId: '168-27I',
    number: 51,
    citation: cite('I'),
    title: 'How and where samples are taken and tested',
    kind: 'method',
    actors: ['sampler'],
    requirement:
      'Tests follow the latest edition of Standard Methods and are made at the control manhole, or, where none was required, at the nearest downstreet manhole in the public sewer; BOD and suspended solids normally from 24-hour composites of all outfalls, pH from periodic grab samples.',
    figures: [
      {
        name: 'compositeLength',
        value: '24',
        unit: 'hours',
        note: 'Elapsed hours; normally for BOD and suspended solids',
      },
    ],
    notes: ['A rule of evidence: a breach weakens proof and is no offense by itself.'],
    conflicts: ['G9'],
  }),
  defineRule({
    ruleId: '168-27J',
    number: 52,
    citation: cite('J'),
    title: 'Special agreement',
    kind: 'agreement',
    actors: ['townOrVillage', 'industrialDischarger'],
    requirement:
      'Nothing in the Article keeps Town or Village from agreeing with an industrial concern to accept waste of unusual strength or character for payment.',
    notes: ['An agreement overrides for the parameters and dates it covers, and for nothing else.'],
  }),
];
