import { SERVICE_METHODS } from '#fines/published';
import { given } from '#kernel/testing';

import type { NoticeCommand } from './notice.commands.js';
import { noticeDecider } from './notice.decider.js';
import type { NoticeServed } from './notice.events.js';
import { latestVersion } from './notice.state.js';
import { PRACTICE_AUTHORITY, SERVICE_PRACTICE, SERVICE_STATUS_WORDS, serviceStatusOf } from './service.rules.js';
import { noon, NoticeBench, serving } from './testing.js';

const refused = (bench: NoticeBench, command: NoticeCommand, code: string, details: Record<string, unknown> = {}) =>
  given(noticeDecider, bench.events, bench.facts).when(command, bench.context()).refused(code, details);

const served = (bench: NoticeBench, command: NoticeCommand): NoticeServed['data'] =>
  (bench.do(command).at(-1) as NoticeServed).data;

const status = (bench: NoticeBench) => serviceStatusOf(latestVersion(bench.notice));

describe('the table of ways of service (conflict register G7)', () => {
  it('labels every one as Town practice and says in words what it takes', () => {
    for (const method of SERVICE_METHODS) {
      const { words, authority, needs } = SERVICE_PRACTICE[method];
      expect(authority).toBe(PRACTICE_AUTHORITY);
      expect(words.length).toBeGreaterThan(10);
      expect(needs.length).toBeGreaterThan(0);
    }
  });
});

describe('recording service (domain.md 5.8)', () => {
  it.each(['personal', 'agent', 'certifiedMail', 'firstClassMail', 'posted'] as const)(
    'by %s stands alone: what it says is an attempt on file from then on',
    (method) => {
      const bench = NoticeBench.issued().on('2026-06-06');
      const service = served(bench, serving({ method }));
      expect(service).toMatchObject({ method, servedOn: '2026-06-05', attemptIds: ['notice-1.attempt-1'] });
      expect(latestVersion(bench.notice).attempts).toMatchObject([
        { attemptId: 'notice-1.attempt-1', method, result: SERVICE_PRACTICE[method].needs[0], on: '2026-06-05' },
      ]);
    },
  );

  it('names the attempt of its day where one is on file, and records no second one', () => {
    const bench = NoticeBench.issued();
    bench.attempt('personal', 'notFound', '2026-06-03');
    const delivered = bench.attempt('personal', 'delivered', '2026-06-05');
    bench.on('2026-06-06');
    expect(served(bench, serving())).toMatchObject({ attemptIds: [delivered], alternate: false });
    expect(latestVersion(bench.notice).attempts).toHaveLength(2);
  });

  it('by mail rests on the mailing on file, and may be dated by its receipt', () => {
    const bench = NoticeBench.issued();
    const certified = bench.attempt('certifiedMail', 'mailed', '2026-06-03');
    bench.attempt('firstClassMail', 'mailed', '2026-06-03');
    bench.on('2026-06-06');
    expect(served(bench, serving({ method: 'certifiedMail' }))).toMatchObject({
      servedOn: '2026-06-05',
      attemptIds: [certified],
      warnings: [],
    });
  });

  it('warns when only one of certified and first-class mail was sent: the Town sends both (domain.md 3.7)', () => {
    const bench = NoticeBench.issued().on('2026-06-06');
    expect(served(bench, serving({ method: 'firstClassMail' })).warnings).toEqual(['oneMailingOnly']);
  });

  it('on a suitable person takes a mailing too, and is complete with the later part', () => {
    const bench = NoticeBench.issued().on('2026-06-12');
    refused(bench, serving({ method: 'suitablePersonAndMail' }), 'NOTICES.INCOMPLETE', {
      field: 'mailedAt',
      missing: ['mailed'],
      authority: PRACTICE_AUTHORITY,
    });
    const service = served(bench, serving({ method: 'suitablePersonAndMail', mailedAt: noon('2026-06-09') }));
    expect(service).toMatchObject({ servedOn: '2026-06-09', servedAt: noon('2026-06-09'), warnings: [] });
    expect(latestVersion(bench.notice).attempts.map(({ result, on }) => [result, on])).toEqual([
      ['delivered', '2026-06-05'],
      ['mailed', '2026-06-09'],
    ]);
  });

  it('in two parts takes them from the attempts on file, and its moment is that of one of them', () => {
    const bench = NoticeBench.issued();
    const delivered = bench.attempt('suitablePersonAndMail', 'delivered', '2026-06-04');
    const mailed = bench.attempt('suitablePersonAndMail', 'mailed', '2026-06-08');
    bench.on('2026-06-12');
    refused(bench, serving({ method: 'suitablePersonAndMail' }), 'NOTICES.SERVED_AT_DIFFERS', { field: 'servedAt' });
    expect(served(bench, serving({ method: 'suitablePersonAndMail', servedAt: noon('2026-06-04') }))).toMatchObject({
      attemptIds: [delivered, mailed],
      servedOn: '2026-06-08',
    });
  });

  it('warns when more than 20 days lie between the parts, and refuses nothing: CPLR 308(2) is an analogy here', () => {
    const far = (mailedOn: string) => {
      const bench = NoticeBench.issued().on('2026-07-10');
      return served(bench, serving({ method: 'suitablePersonAndMail', mailedAt: noon(mailedOn) })).warnings;
    };
    expect(far('2026-06-25')).toEqual([]);
    expect(far('2026-06-26')).toEqual(['partsFarApart']);
  });

  it('by affixing and mailing warns when nobody had tried in person: the number is not set (domain.md 3.7)', () => {
    const asked = serving({ method: 'affixAndMail', mailedAt: noon('2026-06-06') });
    const bench = NoticeBench.issued().on('2026-06-07');
    expect(served(bench, asked).warnings).toEqual(['noEarlierAttempt']);
    const tried = NoticeBench.issued();
    tried.attempt('personal', 'notFound', '2026-06-03');
    tried.on('2026-06-07');
    expect(served(tried, asked)).toMatchObject({ warnings: [], alternate: true });
  });

  it('by e-mail names the consent that it rests on', () => {
    const bench = NoticeBench.issued().on('2026-06-06');
    refused(bench, serving({ method: 'emailByConsent' }), 'NOTICES.CONSENT_MISSING', { field: 'consentReference' });
    expect(served(bench, serving({ method: 'emailByConsent', consentReference: 'Letter of 1 June' }))).toMatchObject({
      consentReference: 'Letter of 1 June',
    });
  });

  it('is refused before the notice is issued, twice for one version, in the future, and without proof', () => {
    const bench = NoticeBench.issued().on('2026-06-06');
    refused(bench, serving({ servedAt: noon('2026-06-01') }), 'NOTICES.SERVED_BEFORE_ISSUED', { field: 'servedAt' });
    refused(bench, serving({ servedAt: noon('2026-06-07') }), 'NOTICES.IN_THE_FUTURE', { field: 'servedAt' });
    refused(bench, serving({ method: 'affixAndMail', mailedAt: noon('2026-06-08') }), 'NOTICES.IN_THE_FUTURE', {
      field: 'mailedAt',
    });
    refused(bench, serving({ proof: '  ' }), 'NOTICES.PROOF_MISSING', { field: 'proof' });
    refused(bench, serving({ mailedAt: noon('2026-06-05') }), 'NOTICES.NOT_MAILED_BY_METHOD', { field: 'mailedAt' });
    bench.do(serving());
    refused(bench, serving(), 'NOTICES.ALREADY_SERVED', { servedOn: '2026-06-05' });
  });

  it('counts by the local day: a service at 23:30 is of that evening', () => {
    const bench = NoticeBench.issued().on('2026-06-06');
    expect(served(bench, serving({ servedAt: '2026-06-06T03:30:00.000Z' })).servedOn).toBe('2026-06-05');
  });

  it('rests on attempts of its own version and method that ended as it needs', () => {
    const bench = NoticeBench.issued();
    const missed = bench.attempt('personal', 'notFound', '2026-06-03');
    bench.on('2026-06-06');
    refused(bench, serving({ attemptIds: [missed] }), 'NOTICES.NOT_A_PART');
    refused(bench, serving({ attemptIds: ['notice-1.attempt-9'] }), 'NOTICES.UNKNOWN_ATTEMPT');
  });

  it('never rests on a letter that came back', () => {
    const bench = NoticeBench.issued();
    bench.returned(bench.attempt('certifiedMail', 'mailed', '2026-06-03'), '2026-06-05');
    refused(bench, serving({ method: 'certifiedMail' }), 'NOTICES.MAIL_CAME_BACK');
  });
});

describe('attempts and returned mail', () => {
  it('end in a result that the method can have', () => {
    const bench = NoticeBench.issued().on('2026-06-06');
    const attempt = { type: 'RecordServiceAttempt', at: noon('2026-06-05'), place: null, note: null } as const;
    refused(
      bench,
      { ...attempt, method: 'certifiedMail', result: 'delivered', attemptedBy: null },
      'NOTICES.RESULT_NOT_OF_METHOD',
      { results: ['mailed'] },
    );
  });

  it('come back once, not before they were mailed, and only where something was mailed', () => {
    const bench = NoticeBench.issued();
    const mailed = bench.attempt('firstClassMail', 'mailed', '2026-06-04');
    const missed = bench.attempt('personal', 'notFound', '2026-06-04');
    bench.on('2026-06-08');
    const back = (attemptId: string, returnedOn: string): NoticeCommand => ({
      type: 'RecordMailReturned',
      attemptId,
      reason: 'moved',
      returnedOn,
      note: null,
    });
    refused(bench, back(missed, '2026-06-08'), 'NOTICES.NOT_MAILED');
    refused(bench, back(mailed, '2026-06-03'), 'NOTICES.RETURNED_BEFORE_MAILED');
    refused(bench, back(mailed, '2026-06-09'), 'NOTICES.IN_THE_FUTURE');
    bench.do(back(mailed, '2026-06-08'));
    refused(bench, back(mailed, '2026-06-08'), 'NOTICES.ALREADY_RETURNED');
  });
});

describe('how service stands (hard case 61)', () => {
  it('goes from nothing to attempted, mailed and served', () => {
    const bench = NoticeBench.issued();
    expect(status(bench)).toBe('notServed');
    bench.attempt('personal', 'notFound', '2026-06-03');
    expect(status(bench)).toBe('attempted');
    bench.attempt('firstClassMail', 'mailed', '2026-06-04');
    expect(status(bench)).toBe('mailed');
    bench.on('2026-06-06').do(serving());
    expect(status(bench)).toBe('served');
  });

  it('is "mailed, certified unclaimed" when the certified letter came back and the first-class one did not', () => {
    const bench = NoticeBench.issued();
    const certified = bench.attempt('certifiedMail', 'mailed', '2026-06-03');
    const firstClass = bench.attempt('firstClassMail', 'mailed', '2026-06-03');
    bench.returned(certified, '2026-06-20');
    expect(status(bench)).toBe('mailedCertifiedUnclaimed');
    expect(SERVICE_STATUS_WORDS.mailedCertifiedUnclaimed).toMatch(/in person.*rest on facts/);
    bench.on('2026-06-25');
    expect(served(bench, serving({ servedAt: noon('2026-06-24') }))).toMatchObject({ alternate: true });
    expect(status(bench)).toBe('served');
    bench.returned(firstClass, '2026-06-26');
    expect(status(bench)).toBe('served'); // the service rests on the delivery, not on the letters
  });

  it('is returned when everything that was mailed came back', () => {
    const bench = NoticeBench.issued();
    const both = [
      bench.attempt('certifiedMail', 'mailed', '2026-06-03'),
      bench.attempt('firstClassMail', 'mailed', '2026-06-03'),
    ];
    for (const attemptId of both) bench.returned(attemptId, '2026-06-10', 'undeliverable');
    expect(status(bench)).toBe('returned');
  });

  it('keeps a service whose mail came back afterward, and says so', () => {
    const bench = NoticeBench.issued();
    const firstClass = bench.attempt('firstClassMail', 'mailed', '2026-06-03');
    bench.on('2026-06-06').do(serving({ method: 'firstClassMail' }));
    bench.returned(firstClass, '2026-06-12', 'undeliverable');
    expect(status(bench)).toBe('servedMailReturned');
    expect(bench.events.at(-1)).toMatchObject({ type: 'MailReturned', data: { servedOn: '2026-06-05' } });
  });

  it('is not an alternate service when the same method was merely tried again', () => {
    const bench = NoticeBench.issued();
    bench.attempt('personal', 'notFound', '2026-06-03');
    bench.on('2026-06-06');
    expect(served(bench, serving()).alternate).toBe(false);
  });
});
