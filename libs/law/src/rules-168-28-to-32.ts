import { ARTICLE_HISTORY, citationsOf, defineRule, NATURE_AUTHORITY } from './define-rule.js';
import { LOCAL_LAW_22_ADOPTED_ON } from './penalties.js';
import { FEE_NOTE } from './sewer-main-fee-table.js';
import type { Rule } from './rule.types.js';

/** §§ 168-28 to 168-32, damage, entry, penalties, validity, sewer mains: rows 53 to 61 of domain.md 1.3. */
export const RULES_168_28_TO_32: readonly Rule[] = [
  defineRule({
    ruleId: '168-28',
    number: 53,
    citation: citationsOf('168-28', 'H')(null),
    title: 'Damage to the works',
    actors: ['anyPerson'],
    requirement:
      'Nobody may maliciously, willfully or negligently break, damage, destroy, uncover, deface or tamper with a structure, appurtenance or equipment of the wastewater treatment works.',
    tests: [{ type: 'QUAL', appliesTo: 'the state of mind: malicious, willful or negligent' }],
    nature: 'act',
    natureAuthority: NATURE_AUTHORITY.act,
    carveOuts: [
      {
        id: 'noMisdemeanorTrack',
        authority: '§ 168-30A excepts § 168-28',
        instead:
          'Immediate arrest under a charge of disorderly conduct is what the text points to: a police referral, with expense recovery open.',
      },
    ],
    notes: [
      'Disorderly conduct is a Penal Law violation with its own elements; the petty-offense limitation of one year applies.',
      'Expense recovery is open. A civil fine has no carve-out written; offered only if counsel agrees.',
    ],
  }),
  defineRule({
    ruleId: '168-29A',
    number: 54,
    citation: citationsOf('168-29', 'M')('A'),
    title: 'Entry to inspect, measure, sample and test',
    kind: 'power',
    actors: ['Superintendent', 'authorizedStaff'],
    requirement:
      'The Superintendent and authorized Town or Village staff with proper credentials are to be let into all properties to inspect, observe, measure, sample and test under the Article.',
    notes: [
      'Credentials are required. Consent or a warrant for non-public areas; a refusal is recorded and is never a violation (Sokolov v Freeport).',
    ],
  }),
  defineRule({
    ruleId: '168-29B',
    number: 55,
    citation: citationsOf('168-29', 'M')('B'),
    title: 'Entry on easements',
    kind: 'power',
    actors: ['Superintendent', 'authorizedStaff'],
    requirement:
      "The same staff may enter private properties with a negotiated easement to inspect, observe, measure, sample, repair and maintain the works within it, in full accordance with the easement's terms.",
  }),
  defineRule({
    ruleId: '168-30',
    number: 56,
    citation: citationsOf('168-30', 'M')(null, null, ['A', 'B', 'C', 'D']),
    title: 'Penalties',
    kind: 'penalties',
    actors: ['enforcer', 'TownBoard', 'townOrVillage'],
    requirement:
      'A violation is (A) a misdemeanor, each day a separate offense, except under § 168-28; (B) makes liable for expense, loss or damage; (C) may be enjoined in Supreme Court; (D) may be met by a civil fine, imposed or agreed, of at most $1,000 for each day, with appeal to the Town Board where imposed.',
    figures: [
      { name: 'misdemeanorFineMax', value: '1000', unit: 'dollars', note: 'A: not exceeding, for each offense' },
      { name: 'misdemeanorJailMax', value: '1', unit: 'year', note: 'A: read as 364 days (Penal Law § 70.15(1-a))' },
      { name: 'civilFineMaxPerDay', value: '1000', unit: 'dollars', note: 'D: not to exceed, for each day' },
    ],
    history: [
      ARTICLE_HISTORY,
      {
        adoptedOn: LOCAL_LAW_22_ADOPTED_ON,
        instrument: 'L.L. No. 22-2009',
        paragraphs: ['D'],
        note: "Date of adoption. A local law takes effect on filing or a later stated day: recorded in the Town's settings, not in the text.",
      },
    ],
    effectiveNote:
      "A to C from the Article's beginning; D from the recorded effective day of L.L. No. 22-2009, never before 2009-06-03.",
    notes: ['The four tracks are set out in PENALTY_TRACKS.'],
    conflicts: ['G6', 'G7'],
  }),
  defineRule({
    ruleId: '168-31',
    number: 57,
    citation: citationsOf('168-31', 'M')(null, null, ['A', 'B']),
    title: 'Severability; in force',
    kind: 'validity',
    actors: [],
    requirement:
      'An invalid part leaves the rest standing; the Article is in force after passage, approval, recording and publication as the law provides.',
  }),
  defineRule({
    ruleId: '168-32A',
    number: 58,
    citation: citationsOf('168-32', 'M')('A'),
    title: 'Public sewers in subdivisions',
    actors: ['developer'],
    requirement:
      "Every subdivision within an existing sewer district, improvement area or other municipal system provides public sewers to the standards of Town or Village, at the developer's expense.",
    tests: ['ABS'],
    nature: 'act',
    natureAuthority: NATURE_AUTHORITY.act,
  }),
  defineRule({
    ruleId: '168-32B',
    number: 59,
    citation: citationsOf('168-32', 'M')('B'),
    title: 'Connection to a municipal plant',
    actors: ['developer'],
    requirement:
      'Those sewers are connected to a treatment plant that Town or Village built, owns and operates; the developer provides all sewers and rights-of-way needed for it.',
    tests: ['ABS'],
    nature: 'act',
    natureAuthority: NATURE_AUTHORITY.act,
  }),
  defineRule({
    ruleId: '168-32C',
    number: 60,
    citation: citationsOf('168-32', 'M')('C'),
    title: 'Application to construct sewer mains',
    actors: ['applicant', 'Superintendent', 'Engineer'],
    requirement:
      'The application to the Superintendent and/or the Engineer for a permit to construct sewers comes with the fee of the table; the Engineer establishes the estimated cost on which it rests.',
    tests: ['ABS'],
    nature: 'act',
    natureAuthority: NATURE_AUTHORITY.act,
    fee: {
      lines: [],
      dueWhen: 'With the application',
      table: 'SEWER_MAIN_FEE_TABLE',
      note: FEE_NOTE,
    },
    notes: ['Costs of exactly $10,000 and $100,000 stand in two rows each: the Engineer chooses, with a reason.'],
  }),
  defineRule({
    ruleId: '168-32D',
    number: 61,
    citation: citationsOf('168-32', 'M')('D', null, [], 'L'),
    title: 'Copies of the Article and specifications',
    kind: 'fee',
    actors: ['townOrVillage'],
    requirement: 'Copies of the Article and of the specifications for public sewers are available for a fee.',
    fee: {
      lines: [{ item: 'Copies of the Article and specifications', codeCents: 5_000 }],
      dueWhen: 'On receiving the copies',
      table: null,
      note: FEE_NOTE,
    },
  }),
];
