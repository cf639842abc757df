import type { LocalDay } from '#kernel';
import type { ServiceMethod } from '#fines/published';

import type { AttemptResult, ServiceWarning } from './notice.events.js';
import type { Attempt, NoticeVersion } from './notice.state.js';

/** On whose word each row of the table stands. */
export const PRACTICE_AUTHORITY = 'Town practice (domain brief 5.8); the Article sets no rule of service';

/** What one way of service takes to be complete. */
export interface ServicePractice {
  /** Results that must all be there, in the order they are done. */
  readonly needs: readonly AttemptResult[];
  /** Results that an attempt by this method can have. */
  readonly results: readonly AttemptResult[];
  /** Longest space between the parts, in days, before it is warned of; null where there is one part. */
  readonly partsWithinDays: number | null;
  readonly words: string;
  readonly authority: string;
}

const practice = (
  needs: readonly AttemptResult[],
  failures: readonly AttemptResult[],
  words: string,
  partsWithinDays: number | null = null,
): ServicePractice => ({
  needs,
  results: [...needs, ...failures],
  partsWithinDays,
  words,
  authority: PRACTICE_AUTHORITY,
});

/** The methods of domain.md 5.8. Data, so that a policy of the Town can be compared with it line by line. */
export const SERVICE_PRACTICE: Readonly<Record<ServiceMethod, ServicePractice>> = {
  personal: practice(['delivered'], ['notFound', 'refused'], 'Handed to the recipient in person.'),
  suitablePersonAndMail: practice(
    ['delivered', 'mailed'],
    ['notFound', 'refused'],
    'Left with a suitable person at the dwelling or place of business, and mailed as well.',
    20,
  ),
  agent: practice(
    ['delivered'],
    ['notFound', 'refused'],
    'Handed to somebody who is authorized to take papers for the recipient.',
  ),
  affixAndMail: practice(
    ['affixed', 'mailed'],
    ['notFound', 'refused'],
    'Fixed to the door after delivery in person had been tried, and mailed as well.',
    20,
  ),
  certifiedMail: practice(['mailed'], [], 'Sent by certified mail; the Town sends first-class mail beside it.'),
  firstClassMail: practice(['mailed'], [], 'Sent by first-class mail; the Town sends certified mail beside it.'),
  posted: practice(['posted'], ['notFound'], 'Posted at the premises.'),
  emailByConsent: practice(['sent'], [], 'Sent by e-mail to a recipient who agreed in writing to be served so.'),
};

/** What each warning says, and where its measure comes from. */
export const WARNING_WORDS: Readonly<Record<ServiceWarning, { readonly words: string; readonly authority: string }>> = {
  noAddress: {
    words: 'The document was made without an address: none was on file for the recipient on that day.',
    authority: PRACTICE_AUTHORITY,
  },
  partsFarApart: {
    words: 'More than 20 days lie between delivery or affixing and the mailing.',
    authority: `CPLR 308(2) by analogy, for court papers; ${PRACTICE_AUTHORITY}`,
  },
  noEarlierAttempt: {
    words: 'No earlier attempt to deliver in person is recorded. How many must come first is written nowhere.',
    authority: `CPLR 308(4) by analogy, for court papers; ${PRACTICE_AUTHORITY}`,
  },
  oneMailingOnly: {
    words: 'Only one of certified and first-class mail is recorded; the Town sends both.',
    authority: 'Town practice (domain brief 3.7); the Article sets no rule of service',
  },
};

const IN_PERSON: ReadonlySet<ServiceMethod> = new Set(['personal', 'suitablePersonAndMail', 'agent', 'affixAndMail']);
const MAILS: ReadonlySet<ServiceMethod> = new Set(['certifiedMail', 'firstClassMail']);

/** True when an attempt reached nobody, or what was sent came back. */
export const hasFailed = ({ result, returned }: Attempt): boolean =>
  result === 'notFound' || result === 'refused' || returned !== null;

/** True when another method had failed or come back before: the service is an alternate one (domain.md 5.8). */
export const isAlternate = (version: NoticeVersion, method: ServiceMethod, servedOn: LocalDay): boolean =>
  version.attempts.some(
    (attempt) =>
      attempt.method !== method &&
      hasFailed(attempt) &&
      attempt.on <= servedOn &&
      (attempt.returned === null || attempt.returned.returnedOn <= servedOn),
  );

/** True when somebody had tried to deliver in person, in vain, before an instant. */
export const triedInPersonBefore = (version: NoticeVersion, at: string): boolean =>
  version.attempts.some(
    ({ method, result, at: then }) =>
      IN_PERSON.has(method) && (result === 'notFound' || result === 'refused') && then < at,
  );

/** True when the Town's other mailing, certified beside first-class and the reverse, is on file too. */
export const hasOtherMailing = (version: NoticeVersion, method: ServiceMethod): boolean =>
  !MAILS.has(method) ||
  version.attempts.some(
    (attempt) => MAILS.has(attempt.method) && attempt.method !== method && attempt.result === 'mailed',
  );

export const SERVICE_STATUSES = [
  'notServed',
  'attempted',
  'mailed',
  'mailedCertifiedUnclaimed',
  'returned',
  'served',
  'servedMailReturned',
] as const;
export type ServiceStatus = (typeof SERVICE_STATUSES)[number];

/** How service of one version stands, from what was recorded about it (hard case 61). */
export const serviceStatusOf = ({ attempts, service }: NoticeVersion): ServiceStatus => {
  if (service) {
    const cameBack = attempts.some(
      ({ attemptId, returned }) => returned !== null && service.attemptIds.includes(attemptId),
    );
    return cameBack ? 'servedMailReturned' : 'served';
  }
  const mailed = attempts.filter(({ result }) => result === 'mailed');
  if (mailed.length === 0) return attempts.length === 0 ? 'notServed' : 'attempted';
  const out = mailed.filter(({ returned }) => returned === null);
  if (out.length === 0) return 'returned';
  const unclaimed = mailed.some(
    ({ method, returned }) => method === 'certifiedMail' && returned?.reason === 'unclaimed',
  );
  return unclaimed && out.some(({ method }) => method === 'firstClassMail') ? 'mailedCertifiedUnclaimed' : 'mailed';
};

/** What a status means, in words for whoever has to act on it. */
export const SERVICE_STATUS_WORDS: Readonly<Record<ServiceStatus, string>> = {
  notServed: 'Nothing has been done to serve it.',
  attempted: 'Attempts are recorded, no service.',
  mailed: 'Mailed; service is complete once it is recorded with its proof.',
  mailedCertifiedUnclaimed:
    'Mailed; the certified letter came back unclaimed, the first-class letter did not. Serve it again in person. The offense days rest on facts, not on the notice.',
  returned:
    'Everything that was mailed came back. Serve it by another method; the offense days rest on facts, not on the notice.',
  served: 'Served.',
  servedMailReturned:
    'Served; mail that the service rests on came back afterward. The service stands until a person says otherwise.',
};
