import { citationsOf, defineRule, NATURE_AUTHORITY } from './define-rule.js';
import { FEE_NOTE } from './sewer-main-fee-table.js';
import type { Rule } from './rule.types.js';

const cite = citationsOf('168-26', 'M');

/** § 168-26, building sewers and connections: rows 18 to 28 of domain.md 1.3. */
export const RULES_168_26: readonly Rule[] = [
  defineRule({
    ruleId: '168-26A',
    number: 18,
    citation: cite('A'),
    title: 'Work on a public sewer without a permit',
    actors: ['unauthorizedPerson', 'Superintendent'],
    requirement:
      "Without authority and the Superintendent's prior written permit nobody may uncover, connect to, open, use, alter or disturb a public sewer or its appurtenances.",
    tests: ['ABS'],
    nature: 'act',
    natureAuthority: NATURE_AUTHORITY.act,
    notes: ['The permit comes first. Whether unauthorized "use" continues is unsettled (G10).'],
    conflicts: ['G10'],
  }),
  defineRule({
    ruleId: '168-26B',
    number: 19,
    citation: cite('B', null, ['(1)(a)', '(1)(b)', '(2)']),
    title: 'Building sewer permit',
    actors: ['ownerOrAgent', 'Superintendent'],
    requirement:
      'The owner or an agent applies for a building sewer permit on the special form, class (a) for residential and commercial service or class (b) for establishments with industrial wastes, adds what the Superintendent judges pertinent, and pays the fee at filing.',
    tests: ['ABS'],
    nature: 'act',
    natureAuthority: NATURE_AUTHORITY.act,
    fee: {
      lines: [
        { item: 'Class (a), residential or commercial', codeCents: 2_500 },
        { item: 'Class (b), industrial', codeCents: 10_000 },
      ],
      dueWhen: 'At the time the application is filed',
      table: null,
      note: FEE_NOTE,
    },
  }),
  defineRule({
    ruleId: '168-26C',
    number: 20,
    citation: cite('C'),
    title: 'Cost and indemnity',
    kind: 'liability',
    actors: ['owner'],
    requirement:
      'The owner bears every cost of installing and connecting the building sewer and indemnifies Town and Village for loss from the installation.',
    notes: ['Civil liability, not an offense.'],
  }),
  defineRule({
    ruleId: '168-26D',
    number: 21,
    citation: cite('D'),
    title: 'A separate building sewer for each building',
    actors: ['owner'],
    requirement: 'Every building has a building sewer of its own.',
    tests: ['ABS'],
    nature: 'act',
    natureAuthority: NATURE_AUTHORITY.act,
    exceptions: [
      "A rear building on an interior lot with no other route may be served by extending the front building's sewer",
    ],
    notes: [
      'The text of the exception says no "private" sewer is available; "public" was probably meant. Shown as printed.',
    ],
  }),
  defineRule({
    ruleId: '168-26E',
    number: 22,
    citation: cite('E'),
    title: 'Reuse of an old building sewer',
    actors: ['owner', 'Superintendent'],
    requirement:
      'An old building sewer may serve a new building only after the Superintendent examined and tested it and found that it meets the Article.',
    tests: ['DISC'],
    nature: 'act',
    natureAuthority: NATURE_AUTHORITY.act,
  }),
  defineRule({
    ruleId: '168-26F',
    number: 23,
    citation: cite('F'),
    title: 'Size, slope, materials and methods',
    actors: ['installer'],
    requirement:
      'Size, slope, alignment, materials and the methods of digging, laying, jointing, testing and backfilling follow the Building and Plumbing Code and other local rules, and, where these are silent or need filling out, the ASTM specifications and WPCF Manual of Practice No. 9.',
    tests: [{ type: 'ABS', appliesTo: 'by reference to the external standards' }],
    nature: 'act',
    natureAuthority: NATURE_AUTHORITY.act,
    notes: ['The standards are outside the Article; see Chapters 68 and 154 of the Town code.'],
  }),
  defineRule({
    ruleId: '168-26G',
    number: 24,
    citation: cite('G'),
    title: 'Elevation of the building sewer',
    actors: ['owner'],
    requirement:
      'Where possible the building sewer enters below the basement floor; wastewater of drains too low for gravity is lifted by approved means.',
    tests: [
      { type: 'ABS', appliesTo: 'the elevation and the lift' },
      { type: 'DISC', appliesTo: 'approval of the means of lifting' },
    ],
    nature: 'act',
    natureAuthority: NATURE_AUTHORITY.act,
  }),
  defineRule({
    ruleId: '168-26H',
    number: 25,
    citation: cite('H'),
    title: 'Downspout, foundation or areaway drain connected',
    actors: ['anyPerson'],
    requirement:
      'Nobody may connect roof downspouts, exterior foundation drains, areaway drains or other sources of surface runoff or groundwater to a building sewer or drain that reaches a public sanitary sewer, directly or indirectly.',
    tests: ['ABS'],
    nature: 'act',
    natureAuthority:
      'Conflict register G10: § 168-26H forbids to "make connection"; continuing only under a reading of counsel recorded as policy, otherwise seen days only',
    notes: [
      'A typical continuing condition in the field; the text does not settle that it continues, nor that it binds a later owner.',
      'Pair with a finding under § 168-27A for days of observed flow.',
    ],
    conflicts: ['G10'],
  }),
  defineRule({
    ruleId: '168-26I',
    number: 26,
    citation: cite('I'),
    title: 'Gastight and watertight connection',
    actors: ['installer', 'Superintendent'],
    requirement:
      'The connection to the public sewer follows the Building and Plumbing Code, other local rules, or the ASTM and WPCF Manual of Practice No. 9 procedures, and is gastight and watertight; the Superintendent approves any deviation before installation.',
    tests: ['ABS'],
    nature: 'act',
    natureAuthority: NATURE_AUTHORITY.act,
  }),
  defineRule({
    ruleId: '168-26J',
    number: 27,
    citation: cite('J'),
    title: 'Notice and supervised connection',
    actors: ['applicant', 'Superintendent'],
    requirement:
      'The permit applicant tells the Superintendent when the building sewer is ready for inspection and connection; the connection is made under the supervision of the Superintendent or a representative.',
    tests: ['ABS'],
    nature: 'act',
    natureAuthority: NATURE_AUTHORITY.act,
    notes: ['No period in hours is written here: the 48 hours of § 168-25C are not borrowed.'],
  }),
  defineRule({
    ruleId: '168-26K',
    number: 28,
    citation: cite('K'),
    title: 'Guarded excavation and restored surface',
    actors: ['installer'],
    requirement:
      'Excavations are guarded with barricades and lights adequate to protect the public, and disturbed public property is restored to the satisfaction of Town or Village.',
    tests: [{ type: 'QUAL', appliesTo: 'whether the guarding is adequate and the restoration satisfactory' }],
    nature: 'act',
    natureAuthority: NATURE_AUTHORITY.act,
  }),
];
