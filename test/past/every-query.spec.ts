import { isDomainError } from '#kernel';
import { validated } from '#runtime/http';
import { ALL_CAPABILITIES } from '#server';

/** Queries that answer for today alone, each with its reason. */
const TODAY_ONLY: Readonly<Record<string, string>> = {
  computeDeadline: 'counts a period from what it is given and reads nothing',
  listCases: 'the desk of today, over all cases',
  listComplaints: 'the desk of today, over all complaints',
  revealComplainant: 'who complained is never corrected: the complaint says it once',
  findComplaintsByComplainant: 'a search in today’s complaints',
  getUser: 'a user with all that they held, each with its days',
  listUsers: 'who holds what today; what was held is in getUser, with its days',
  getMyself: 'what the asker may do today',
  listAudit: 'entries stand as they were recorded, by days of recording',
  exportAudit: 'entries stand as they were recorded, by days of recording',
  listKeyDestructions: 'the register as it stands: each destruction with its days',
  listSealedCases: 'who may know is judged as of now; ended seals and accesses are shown with their days',
  listReviewItems: 'the desk of today, over all cases; those of one case are in getCase',
  listFines: 'the list of today, over all cases; those of one case are in getCaseFines, of one person in getPartyFines',
  listOpenRuns: 'the runs open today; those of a past day are in getOffenseDays',
  previewDecision: 'shows what a decision would do to the fine as it stands',
  listPremises: 'a search in today’s roll',
  listParties: 'a search in today’s roll',
};

const QUERIES = ALL_CAPABILITIES.flatMap(({ operations }) => operations).filter(({ kind }) => kind === 'query');

const takes = (shape: new () => object, field: string, value: string): boolean => {
  try {
    validated(shape, { [field]: value });
    return true;
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return !JSON.stringify(error.details).includes(`"${field}"`);
  }
};

describe('the past (design 1.2: two times)', () => {
  it.each(QUERIES.filter(({ id }) => !(id in TODAY_ONLY)).map(({ id }) => id))(
    '%s can be asked as of a day and as known at an instant',
    (id) => {
      const operation = QUERIES.find((one) => one.id === id)!;
      if (operation.kind !== 'query') throw new Error('not a query');
      const shape = operation.query as new () => object;
      if (id === 'whatChanged') {
        for (const field of ['fromAsOf', 'toAsOf'])
          expect([field, takes(shape, field, '2026-01-31')]).toEqual([field, true]);
        for (const field of ['fromKnownAt', 'toKnownAt'])
          expect([field, takes(shape, field, '2026-01-31T12:00-05:00')]).toEqual([field, true]);
        return;
      }
      expect({
        asOf: takes(shape, 'asOf', '2026-01-31'),
        knownAt: takes(shape, 'knownAt', '2026-01-31T12:00-05:00'),
      }).toEqual({
        asOf: true,
        knownAt: true,
      });
    },
  );

  it('leaves out no query without a reason, and names none that is not there', () => {
    expect(Object.keys(TODAY_ONLY).filter((id) => !QUERIES.some((one) => one.id === id))).toEqual([]);
  });
});
