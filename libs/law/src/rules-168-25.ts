import { citationsOf, defineRule, NATURE_AUTHORITY } from './define-rule.js';
import { FEE_NOTE } from './sewer-main-fee-table.js';
import type { Rule } from './rule.types.js';

const cite = citationsOf('168-25', 'M');

/** § 168-25, private wastewater disposal: rows 10 to 17 of domain.md 1.3. */
export const RULES_168_25: readonly Rule[] = [
  defineRule({
    ruleId: '168-25A',
    number: 10,
    citation: cite('A'),
    title: 'Private system where no sewer is available',
    actors: ['owner'],
    requirement:
      'Where no public sanitary sewer is available, the building sewer is connected to a private disposal system that meets the Article.',
    tests: ['ABS'],
    nature: 'act',
    natureAuthority: NATURE_AUTHORITY.act,
    notes: [
      '"Available" is defined nowhere; the printed reference to § 168-24D is shown as it stands and not resolved.',
    ],
    conflicts: ['G1'],
  }),
  defineRule({
    ruleId: '168-25B',
    number: 11,
    citation: cite('B'),
    title: 'Permit before building a private system',
    actors: ['owner', 'Superintendent'],
    requirement:
      'Before construction of a private disposal system starts, the owner obtains a written permit signed by the Superintendent, applying on the furnished form with the plans and information the Superintendent finds necessary, and pays the fee when filing.',
    tests: ['ABS'],
    nature: 'act',
    natureAuthority: NATURE_AUTHORITY.act,
    fee: {
      lines: [{ item: 'Private disposal permit and inspection', codeCents: 2_500 }],
      dueWhen: 'At the same time the application is filed',
      table: null,
      note: FEE_NOTE,
    },
  }),
  defineRule({
    ruleId: '168-25C',
    number: 12,
    citation: cite('C'),
    title: 'Final inspection of a private system',
    actors: ['Superintendent', 'applicant'],
    requirement:
      "The permit takes effect only when the installation is finished to the Superintendent's satisfaction. The Superintendent may inspect at any stage; the applicant gives notice when the work is ready for final inspection and before anything underground is covered.",
    tests: ['ABS'],
    nature: 'act',
    natureAuthority: NATURE_AUTHORITY.act,
    deadline: {
      count: 48,
      unit: 'hours',
      startsOn: 'Receipt of the notice by the Superintendent',
      onWhom: 'Superintendent',
      authority: '§ 168-25C',
      ifMissed: 'No consequence is written: a late inspection approves nothing.',
    },
    notes: [
      'Absolute on both sides: notice by the applicant, inspection by the Superintendent.',
      'Whether § 25-a of the General Construction Law moves an end in hours under a local law is arguable: both ends are computed.',
    ],
  }),
  defineRule({
    ruleId: '168-25D',
    number: 13,
    citation: cite('D'),
    title: 'State health recommendations; no outlet to nature',
    actors: ['owner'],
    requirement:
      "Type, capacity, place and layout of a private system follow the State health department's recommendations, and no septic tank or cesspool discharges to a natural outlet.",
    tests: ['ABS'],
    nature: 'episodic',
    natureAuthority: NATURE_AUTHORITY.dischargeSeen,
  }),
  defineRule({
    ruleId: '168-25E',
    number: 14,
    citation: cite('E'),
    title: 'Connect and abandon when a sewer becomes available',
    actors: ['owner'],
    requirement:
      'Once a public sewer becomes available to a property on a private system, it is connected directly and the private works are abandoned and filled with suitable material.',
    tests: ['ABS'],
    nature: 'continuing',
    natureAuthority:
      'Product default (domain brief 5.10): not being connected after the 60 days is a continuing condition (read with G3)',
    notes: [
      'No period is printed here: the 60 days and the narrower fill of § 168-25H are applied and both paragraphs cited.',
      'The printed reference to § 168-24A is shown as it stands and not resolved.',
    ],
    conflicts: ['G1', 'G3'],
  }),
  defineRule({
    ruleId: '168-25F',
    number: 15,
    citation: cite('F'),
    title: 'Sanitary operation of a private system',
    actors: ['owner'],
    requirement:
      'The owner operates and maintains the private works in a sanitary manner at all times, at no public expense.',
    tests: [{ type: 'QUAL', appliesTo: 'whether the manner is sanitary' }],
    nature: 'continuing',
    natureAuthority: '§ 168-25F: operate and maintain "at all times"',
    notes: ['A continuous duty.'],
  }),
  defineRule({
    ruleId: '168-25G',
    number: 16,
    citation: cite('G'),
    title: 'Additional requirements of the Health Officer',
    kind: 'savings',
    actors: ['HealthOfficer'],
    requirement: 'The Article does not stand in the way of further requirements of the Health Officer.',
  }),
  defineRule({
    ruleId: '168-25H',
    number: 17,
    citation: cite('H'),
    title: 'Connect within 60 days',
    actors: ['owner'],
    requirement:
      'When a public sewer becomes available, the building sewer is connected to it within 60 days and the private works are cleaned of sludge and filled with clean bank-run gravel or dirt.',
    tests: ['ABS'],
    nature: 'continuing',
    natureAuthority:
      'Product default (domain brief 5.10): not being connected after the 60 days is a continuing condition',
    deadline: {
      count: 60,
      unit: 'days',
      startsOn: 'The day the sewer became available, by a recorded determination',
      onWhom: 'owner',
      authority: '§ 168-25H; Gen. Constr. Law §§ 20, 25-a',
      ifMissed: 'The first offense day is the calendar day after the last permitted day.',
    },
    notes: [
      'The availability day, which starts the period, is fixed nowhere in the Article: without a determination nothing runs.',
    ],
    conflicts: ['G1', 'G3'],
  }),
];
