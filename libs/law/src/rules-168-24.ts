import { citationsOf, defineRule, NATURE_AUTHORITY } from './define-rule.js';
import type { Rule } from './rule.types.js';

const cite = citationsOf('168-24', 'M');

/** § 168-24, use of public sewers required: rows 1 to 9 of domain.md 1.3. */
export const RULES_168_24: readonly Rule[] = [
  defineRule({
    ruleId: '168-24A',
    number: 1,
    citation: cite('A'),
    title: 'Unsanitary deposit',
    actors: ['anyPerson'],
    requirement:
      'Nobody may deposit excrement of people or animals, garbage or other objectionable waste in an unsanitary manner on public or private property in the area, or let it be deposited there.',
    tests: [{ type: 'QUAL', appliesTo: 'whether the manner is unsanitary and the waste objectionable' }],
    nature: 'act',
    natureAuthority: NATURE_AUTHORITY.act,
    notes: ['§ 168-25E cites § 168-24A for the availability of a sewer; this paragraph says nothing about it.'],
    conflicts: ['G1'],
  }),
  defineRule({
    ruleId: '168-24B',
    number: 2,
    citation: cite('B'),
    title: 'Discharge to a natural outlet',
    actors: ['anyPerson'],
    requirement:
      'No wastewater or polluted water may go to a natural outlet in the area unless it was suitably treated under the Article and the rules of the State Department of Environmental Conservation and the County Health Department.',
    tests: ['ABS'],
    nature: 'episodic',
    natureAuthority: NATURE_AUTHORITY.dischargeSeen,
    exceptions: ['Suitable treatment under the Article, NYSDEC and County Health rules'],
    notes: ['A NYSDEC permit defeats a finding: record that permits were checked.'],
  }),
  defineRule({
    ruleId: '168-24C',
    number: 3,
    citation: cite('C'),
    title: 'Privy, septic tank or cesspool',
    actors: ['anyPerson'],
    requirement:
      'Nobody may build or maintain a privy, vault, septic tank, cesspool or similar facility for wastewater, except as the Article allows.',
    tests: ['ABS'],
    nature: 'continuing',
    natureAuthority: '§ 168-24C forbids to "maintain" such a facility (conflict register G10)',
    exceptions: ['What § 168-25 allows'],
    conflicts: ['G10'],
  }),
  defineRule({
    ruleId: '168-24D',
    number: 4,
    citation: cite('D'),
    title: 'Industrial waste: consent of the Engineer first',
    actors: ['industrialDischarger', 'Engineer'],
    requirement:
      "As far as practicable industrial waste goes to the sewers, with or without pretreatment, once the Engineer has consented and, in the Engineer's judgment, the rules and standards of the Article are kept.",
    tests: ['DISC'],
    nature: 'episodic',
    natureAuthority: NATURE_AUTHORITY.dischargeSeen,
    notes: [
      "The Engineer's consent comes first; the Superintendent cannot give it.",
      '§ 168-25A cites § 168-24D for the availability of a sewer; this paragraph says nothing about it.',
    ],
    conflicts: ['G1'],
  }),
  defineRule({
    ruleId: '168-24E',
    number: 5,
    citation: cite('E'),
    title: 'New or altered industrial discharge: written approval',
    actors: ['industrialDischarger', 'Engineer'],
    requirement:
      "Every industrial discharge that is new after the Article took effect needs the Engineer's written approval, including one whose quantity, temperature or chemistry changes through operations or equipment.",
    tests: ['ABS'],
    nature: 'episodic',
    natureAuthority: NATURE_AUTHORITY.dischargeSeen,
    notes: [
      'Approval comes before the change; without the paper the discharge is a violation.',
      "The Article's effective date, from which discharges are new, is not in the text.",
    ],
  }),
  defineRule({
    ruleId: '168-24F',
    number: 6,
    citation: cite('F'),
    title: 'Industrial cooling water: specific written approval',
    actors: ['industrialDischarger', 'Engineer'],
    requirement:
      'Industrial cooling water may not go to the system unless the Engineer approved that discharge specifically and in writing.',
    tests: ['ABS'],
    nature: 'episodic',
    natureAuthority: NATURE_AUTHORITY.dischargeSeen,
    notes: [
      'An approval here does not clear a finding under § 168-27A, which bans uncontaminated cooling water from sanitary sewers.',
    ],
    conflicts: ['G2'],
  }),
  defineRule({
    ruleId: '168-24G',
    number: 7,
    citation: cite('G'),
    title: 'Sewers of a subdivision',
    actors: ['owner', 'Engineer'],
    requirement:
      'An owner who develops a subdivision builds the sewers shown on the approved and filed plans where plots are smaller than one acre for each dwelling unit, or where the land lies in a legal sewer district, improvement area or municipal system.',
    limit: {
      parameter: 'plotSizePerDwelling',
      value: '1',
      unit: 'acre',
      comparison: 'below',
      strict: true,
      words: 'less than',
      role: 'trigger',
      conflictBand: null,
      note: 'Exactly one acre does not trigger the size test; the place test stands beside it.',
    },
    tests: ['ABS'],
    nature: 'act',
    natureAuthority: NATURE_AUTHORITY.act,
    notes: [
      'Plans are approved by County Health and the Engineer and filed with the planning board.',
      'A division that creates no new street is no subdivision (definition D8).',
    ],
  }),
  defineRule({
    ruleId: '168-24H',
    number: 8,
    citation: cite('H'),
    title: 'Drains and sewers of other developments',
    actors: ['owner', 'Engineer'],
    requirement:
      'An owner who develops multiple dwellings, commercial or industrial sites, public gathering places, schools or offices builds the building drains and sewers shown on the approved plat.',
    tests: ['ABS'],
    nature: 'act',
    natureAuthority: NATURE_AUTHORITY.act,
  }),
  defineRule({
    ruleId: '168-24I',
    number: 9,
    citation: cite('I'),
    title: 'Health and NYSDEC requirements stand',
    kind: 'savings',
    actors: [],
    requirement:
      'The Article leaves untouched what health officials, the State Department of Environmental Conservation and the County Health Department require.',
  }),
];
