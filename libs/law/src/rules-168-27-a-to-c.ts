import { citationsOf, defineRule, NATURE_AUTHORITY, strictLimit } from './define-rule.js';
import type { Rule } from './rule.types.js';

const cite = citationsOf('168-27', 'H');

/** § 168-27A to C, what may never go to the sewers: rows 29 to 34 of domain.md 1.3. */
export const RULES_168_27_A_TO_C: readonly Rule[] = [
  defineRule({
    ruleId: '168-27A',
    number: 29,
    citation: cite('A'),
    title: 'Clear water to a sanitary sewer',
    actors: ['anyPerson'],
    requirement:
      'Nobody may discharge stormwater, surface water, groundwater, roof runoff, subsurface drainage, uncontaminated cooling water or unpolluted industrial process water to a sanitary sewer, or cause it.',
    tests: ['ABS'],
    nature: 'episodic',
    natureAuthority:
      'Conflict register G10: a finding under § 168-27A is for days of observed flow; a discharge proves its own day',
    notes: ['Roof runoff flows when it rains: a standing connection is the matter of § 168-26H.'],
    conflicts: ['G2', 'G10'],
  }),
  defineRule({
    ruleId: '168-27B',
    number: 30,
    citation: cite('B'),
    title: 'Where stormwater and clean process water go',
    actors: ['anyPerson', 'Superintendent'],
    requirement:
      "Stormwater and other polluted drainage goes to designated storm sewers or to a natural outlet the Superintendent approved; industrial cooling or unpolluted process water may, on the Superintendent's approval, go to a storm sewer, combined sewer or natural outlet.",
    tests: [
      { type: 'ABS', appliesTo: 'stormwater and other drainage' },
      { type: 'DISC', appliesTo: 'approval of an outlet, and of industrial cooling or process water' },
    ],
    nature: 'episodic',
    natureAuthority: NATURE_AUTHORITY.dischargeSeen,
    notes: ['The text says "all other polluted drainage"; shown as printed.'],
  }),
  defineRule({
    ruleId: '168-27C(1)',
    number: 31,
    citation: cite('C', '(1)'),
    title: 'Flammable or explosive matter',
    actors: ['anyPerson'],
    requirement:
      'Nobody may discharge gasoline, benzene, naphtha, fuel oil or any other flammable or explosive liquid, solid or gas to a public sewer, in any amount.',
    tests: ['ABS'],
    nature: 'episodic',
    natureAuthority: NATURE_AUTHORITY.dischargeSeen,
    notes: ['No amount is too small.'],
  }),
  defineRule({
    ruleId: '168-27C(2)',
    number: 32,
    citation: cite('C', '(2)'),
    title: 'Toxic matter; cyanide',
    actors: ['anyPerson'],
    requirement:
      'Nobody may discharge to a public sewer toxic or poisonous matter in a quantity sufficient, alone or together with other wastes, to injure or interfere with treatment, endanger people or animals, or create a nuisance or a hazard in the receiving waters; cyanide above 2 mg/L as CN in the waste as discharged is named among it.',
    limit: strictLimit({
      parameter: 'cyanide',
      value: '2',
      unit: 'mg/L as CN',
      comparison: 'above',
      words: 'in excess of',
      note: '2.0 passes. The species (total, free, available) is not stated; convert results reported as NaCN.',
    }),
    tests: [
      { type: 'ABS', appliesTo: 'cyanide' },
      { type: 'QUAL', appliesTo: 'any other toxic matter' },
    ],
    nature: 'episodic',
    natureAuthority: NATURE_AUTHORITY.dischargeSampled,
    notes: [
      'Judged "in the wastes as discharged", while § 168-27I fixes the sampling point at the manhole: report both and flag other contributors.',
    ],
    conflicts: ['G9'],
  }),
  defineRule({
    ruleId: '168-27C(3)',
    number: 33,
    citation: cite('C', '(3)'),
    title: 'Low pH or corrosive waste',
    actors: ['anyPerson'],
    requirement:
      'Nobody may discharge to a public sewer waste with a pH lower than 5.5, or with another corrosive property capable of damage or hazard to structures, equipment or personnel.',
    limit: strictLimit({
      parameter: 'pH',
      value: '5.5',
      unit: 'SU',
      comparison: 'below',
      words: 'lower than',
      note: '5.5 passes. pH is a log scale: readings are never averaged.',
    }),
    tests: [
      { type: 'ABS', appliesTo: 'pH' },
      { type: 'QUAL', appliesTo: 'other corrosive property' },
    ],
    nature: 'episodic',
    natureAuthority: NATURE_AUTHORITY.dischargeSampled,
    notes: ['Unlike the high pH of § 168-27D(8) this needs no opinion.'],
  }),
  defineRule({
    ruleId: '168-27C(4)',
    number: 34,
    citation: cite('C', '(4)'),
    title: 'Obstructing solids',
    actors: ['anyPerson'],
    requirement:
      'Nobody may discharge to a public sewer solid or viscous matter of a quantity or size capable of obstructing the flow or interfering with the works, whole or ground.',
    tests: [{ type: 'QUAL', appliesTo: 'whether quantity or size is capable of obstructing or interfering' }],
    nature: 'episodic',
    natureAuthority: NATURE_AUTHORITY.dischargeSeen,
    notes: [
      'Examples printed, not a closed list: ashes, cinders, sand, mud, straw, shavings, metal, glass, rags, feathers, tar, plastic, wood, unground garbage, whole blood, paunch manure, hair and fleshings, entrails, paper dishes, cups, milk containers.',
    ],
  }),
];
