import type { OffenseEvent } from './offense.events.js';
import { requireTarget } from './sighting.rules.js';
import { at, FINDING, LedgerBench, seen, settingsOf } from './testing.js';

const nature = (ruleId: string, value: 'continuing' | 'act', effectiveFrom = '2000-01-01') =>
  ({
    type: 'PolicyAdopted',
    data: {
      policy: `rule-nature:${ruleId}`,
      value,
      resolutionNumber: 'example 12 of 2026',
      adoptedOn: effectiveFrom,
      effectiveFrom,
      note: null,
    },
  }) as never;

const REASON = 'The pipe is concealed and no work was permitted.';

const types = (events: readonly OffenseEvent[]) => events.map(({ type }) => type);

describe('which days a ledger holds (offense-day rules 1; domain.md 5.10)', () => {
  it('records the day of a sighting as observed (rule 1)', () => {
    const bench = new LedgerBench();
    expect(types(bench.see(at('2026-06-01')))).toEqual(['SightingRecorded', 'RunOpened', 'OffenseDayRecorded']);
    expect(bench.picture('2026-05-31', '2026-06-02')).toBe('.O.');
  });

  it('infers the days between two sightings when the officer gave a reason (rule 2; hard case 24)', () => {
    const bench = new LedgerBench();
    bench.see(at('2026-06-01'));
    bench.see(at('2026-06-30'), { reason: REASON });
    expect(bench.picture('2026-06-01', '2026-06-30')).toBe(`O${'I'.repeat(28)}O`);
  });

  it('leaves the days between presumed when no reason was given (rule 2)', () => {
    const bench = new LedgerBench();
    bench.see(at('2026-06-01'));
    bench.see(at('2026-06-05'));
    expect(bench.picture('2026-06-01', '2026-06-05')).toBe('OPPPO');
  });

  it('bridges 60 days strictly between, and not 61, without a second person (rule 2; policy continuity-gap-days)', () => {
    const sixty = new LedgerBench();
    sixty.see(at('2026-06-01'));
    sixty.see(at('2026-08-01'), { reason: REASON });
    expect(sixty.picture('2026-06-01', '2026-08-01')).toBe(`O${'I'.repeat(60)}O`);
    const longer = new LedgerBench();
    longer.see(at('2026-06-01'));
    longer.see(at('2026-08-02'), { reason: REASON });
    expect(longer.picture('2026-06-01', '2026-08-02')).toBe(`O${'P'.repeat(61)}O`);
  });

  it('infers a longer gap once a second person confirms the continuity, and refuses the recorder (rule 2; domain.md 5.10)', () => {
    const bench = new LedgerBench();
    bench.see(at('2026-06-01'));
    bench.see(at('2026-08-31'), { reason: REASON });
    const confirmation = {
      type: 'ConfirmContinuity',
      findingId: FINDING.findingId,
      from: '2026-06-01',
      through: '2026-08-31',
      reason: 'Meter log read by a second officer.',
    } as const;
    expect(bench.refusal(at('2026-09-01'), confirmation)).toBe('OFFENSES.SECOND_PERSON_REQUIRED');
    bench.do(at('2026-09-01'), confirmation, 'officer-2');
    expect(bench.picture('2026-06-01', '2026-08-31')).toBe(`O${'I'.repeat(90)}O`);
  });

  it('presumes every closed day after the last sighting, one for each tick of the clock (rule 3)', () => {
    const bench = new LedgerBench();
    bench.see(at('2026-06-01'));
    bench.closeThrough('2026-06-01', '2026-06-04');
    expect(bench.picture('2026-06-01', '2026-06-05')).toBe('OPPP.');
    expect(bench.close('2026-06-04')).toEqual([]);
  });

  it('turns presumed days into inferred ones when the condition is seen again (design 1.1)', () => {
    const bench = new LedgerBench();
    bench.see(at('2026-06-01'));
    bench.closeThrough('2026-06-01', '2026-06-09');
    bench.see(at('2026-06-10'), { reason: REASON });
    expect(bench.picture('2026-06-01', '2026-06-10')).toBe(`O${'I'.repeat(8)}O`);
    expect(bench.state.runs.size).toBe(1);
  });

  it('closes the run at a known end and voids what was presumed later (rule 4)', () => {
    const bench = new LedgerBench();
    bench.see(at('2026-06-01'));
    bench.closeThrough('2026-06-01', '2026-06-09');
    bench.see(at('2026-06-05', '16:00'), { now: at('2026-06-10'), kind: 'RecordEnd' });
    expect(bench.picture('2026-06-01', '2026-06-10')).toBe('OPPPOVVVV.');
    expect([...bench.state.runs.values()]).toMatchObject([{ open: false, closure: 'ended', closedOn: '2026-06-05' }]);
    expect(bench.close('2026-06-10')).toEqual([]);
  });

  it('presumes up to the day before a stop and voids from it on (rule 4)', () => {
    const bench = new LedgerBench();
    bench.see(at('2026-06-01'));
    bench.closeThrough('2026-06-01', '2026-06-09');
    bench.stopped(at('2026-06-06'), at('2026-06-10'));
    expect(bench.picture('2026-06-01', '2026-06-10')).toBe('OPPPPVVVV.');
  });

  it('observes the day of a stop only when something violating was seen on it too (rule 4)', () => {
    const bench = new LedgerBench();
    bench.see(at('2026-06-01'));
    bench.see(at('2026-06-03', '12:00'), { reason: REASON });
    bench.stopped(at('2026-06-03', '20:00'));
    expect(bench.picture('2026-06-01', '2026-06-04')).toBe('OIO.');
  });

  it('leaves the days of an earlier run alone when the clock closes a day of a later one (rules 3 and 4)', () => {
    const bench = new LedgerBench();
    bench.see(at('2026-06-09'));
    bench.close('2026-06-10');
    bench.see(at('2026-06-12'), { reason: REASON, kind: 'RecordEnd' });
    bench.see(at('2026-06-13'));
    expect(types(bench.close('2026-06-14'))).toEqual(['OffenseDayRecorded']);
    expect(bench.picture('2026-06-09', '2026-06-14')).toBe('OIIOOP');
  });

  it('works the example of the rules: 1 and 30 June seen, a photograph of 12 June shows it disconnected', () => {
    const bench = new LedgerBench();
    bench.see(at('2026-06-01'));
    bench.see(at('2026-06-30'), { reason: REASON });
    bench.stopped(at('2026-06-12'), at('2026-07-10'));
    expect(bench.picture('2026-06-01', '2026-07-09')).toBe(`O${'P'.repeat(10)}${'V'.repeat(18)}O${'P'.repeat(9)}`);
    expect([...bench.state.runs.values()].map(({ open }) => open)).toEqual([false, true]);
  });

  it('extends the run backward when an earlier sighting is entered late (rule 2)', () => {
    const bench = new LedgerBench();
    bench.see(at('2026-06-10'));
    bench.see(at('2026-06-05'), { now: at('2026-06-11'), reason: REASON });
    expect(bench.picture('2026-06-04', '2026-06-10')).toBe('.OIIIIO');
    expect(bench.state.runs.size).toBe(1);
  });

  it('keeps a hand void through every later fact, as no break in continuity, until new evidence reinstates it (rule 5)', () => {
    const bench = new LedgerBench();
    bench.see(at('2026-06-01'));
    bench.see(at('2026-06-05'), { reason: REASON });
    bench.do(at('2026-06-06'), {
      type: 'VoidOffenseDays',
      findingId: FINDING.findingId,
      days: ['2026-06-03'],
      reason: 'Photograph is of another house.',
      evidence: [],
    });
    bench.see(at('2026-06-07'), { reason: REASON });
    expect(bench.picture('2026-06-01', '2026-06-07')).toBe('OIVIOIO');
    const back = {
      type: 'ReinstateOffenseDays',
      findingId: FINDING.findingId,
      days: ['2026-06-03'],
      reason: 'Second photograph.',
    } as const;
    expect(bench.refusal(at('2026-06-08'), { ...back, evidence: [] })).toBe('OFFENSES.EVIDENCE_REQUIRED');
    bench.do(at('2026-06-08'), { ...back, evidence: ['photo-2'] });
    expect(bench.picture('2026-06-01', '2026-06-07')).toBe('OIIIOIO');
  });

  it('lets a reported, unverified cure stop nothing, and keeps the gap across it presumed (rules 2 and 6)', () => {
    const bench = new LedgerBench();
    bench.see(at('2026-06-01'));
    bench.do(at('2026-06-03'), {
      type: 'ReportCure',
      findingId: FINDING.findingId,
      reportedAt: at('2026-06-03'),
      reportedOn: '2026-06-03',
      claimedCuredOn: '2026-06-02',
      note: null,
    });
    bench.closeThrough('2026-06-03', '2026-06-05');
    expect(bench.picture('2026-06-01', '2026-06-05')).toBe('OPPPP');
    bench.see(at('2026-06-06'), { reason: REASON });
    expect(bench.picture('2026-06-01', '2026-06-06')).toBe('OPPPPO');
  });

  it('counts the day of the cure and no later one: finished Monday 18:00, verified Tuesday (hard case 21)', () => {
    const bench = new LedgerBench();
    bench.see(at('2026-06-01'));
    bench.do(at('2026-06-08', '23:00'), {
      type: 'ReportCure',
      findingId: FINDING.findingId,
      reportedAt: at('2026-06-08', '23:00'),
      reportedOn: '2026-06-08',
      claimedCuredOn: null,
      note: null,
    });
    bench.closeThrough('2026-06-01', '2026-06-08');
    bench.do(at('2026-06-09', '13:00'), {
      type: 'VerifyCure',
      ...seen(at('2026-06-08', '22:00'), FINDING.findingId),
      cureId: `${FINDING.findingId}.cure-1`,
      found: 'ended',
      verifiedAt: at('2026-06-09', '13:00'),
      continuityReason: REASON,
    });
    expect(bench.picture('2026-06-01', '2026-06-09')).toBe('OIIIIIIO.');
  });

  it('keeps the days forborne inside a span, also those recorded later (rule 7)', () => {
    const bench = new LedgerBench();
    bench.see(at('2026-06-01'));
    bench.do(at('2026-06-02'), {
      type: 'ForbearOffenseDays',
      findingId: FINDING.findingId,
      from: '2026-06-02',
      through: '2026-06-04',
      authority: 'Agreement, paragraph 3',
      reason: 'Work ordered.',
    });
    bench.closeThrough('2026-06-01', '2026-06-05');
    expect(bench.picture('2026-06-01', '2026-06-05')).toBe('OFFFP');
  });

  it('proves only its own day for an episodic rule: two grabs four weeks apart are 2 days (hard case 25)', () => {
    const bench = new LedgerBench({ ...FINDING, ruleId: '168-27C(3)' });
    bench.see(at('2026-06-01'));
    bench.see(at('2026-06-30'), { reason: REASON });
    bench.closeThrough('2026-06-29', '2026-07-02');
    expect(bench.picture('2026-06-01', '2026-07-02')).toBe(`O${'.'.repeat(28)}O..`);
    expect([...bench.state.runs.values()].map(({ open, closure }) => [open, closure])).toEqual([
      [false, 'episodic'],
      [false, 'episodic'],
    ]);
  });

  it('treats § 168-26H as continuing only under a reading of counsel recorded as policy (G10)', () => {
    const without = new LedgerBench({ ...FINDING, ruleId: '168-26H' });
    without.see(at('2026-06-01'));
    without.see(at('2026-06-03'), { reason: REASON });
    expect(without.picture('2026-06-01', '2026-06-03')).toBe('O.O');
    const reading = new LedgerBench({ ...FINDING, ruleId: '168-26H' }, settingsOf(nature('168-26H', 'continuing')));
    reading.see(at('2026-06-01'));
    reading.see(at('2026-06-03'), { reason: REASON });
    expect(reading.picture('2026-06-01', '2026-06-03')).toBe('OIO');
  });

  it('changes no recorded day when a reading is adopted or withdrawn later, and notes the drift once (rules 1)', () => {
    const bench = new LedgerBench({ ...FINDING, ruleId: '168-26H' }, settingsOf(nature('168-26H', 'continuing')));
    bench.see(at('2026-06-01'));
    bench.see(at('2026-06-03'), { reason: REASON });
    bench.settings = settingsOf(nature('168-26H', 'continuing'), nature('168-26H', 'act'));
    expect(types(bench.do(at('2026-06-04'), { type: 'ReviewRuleNature', ledger: bench.finding }))).toEqual([
      'RuleNatureDrifted',
    ]);
    expect(bench.do(at('2026-06-04'), { type: 'ReviewRuleNature', ledger: bench.finding })).toEqual([]);
    bench.see(at('2026-06-05'), { reason: REASON });
    expect(bench.picture('2026-06-01', '2026-06-05')).toBe('OIO.O');
  });

  it('counts the 23-hour Sunday as one whole day (hard case 5)', () => {
    const bench = new LedgerBench();
    bench.see('2026-03-08T04:40:00.000Z');
    bench.see('2026-03-08T07:10:00.000Z');
    expect(bench.picture('2026-03-06', '2026-03-09')).toBe('.OO.');
  });

  it('ends an owner’s liability with the day of the deed and voids later days (Ownership)', () => {
    const bench = new LedgerBench({ ...FINDING, againstOwner: true });
    bench.see(at('2026-06-01'));
    bench.closeThrough('2026-06-01', '2026-06-09');
    bench.do(at('2026-06-10'), {
      type: 'EndLiability',
      findingId: FINDING.findingId,
      lastDay: '2026-06-05',
      deedReference: 'deed 1',
    });
    expect(bench.picture('2026-06-01', '2026-06-10')).toBe('OPPPPVVVV.');
    expect(bench.close('2026-06-10')).toEqual([]);
    expect([...bench.state.runs.values()]).toMatchObject([{ open: false, closure: 'ownershipEnded' }]);
    expect(
      bench.refusal(at('2026-06-11'), {
        type: 'ObserveViolation',
        ...seen(at('2026-06-11'), FINDING.findingId),
        continuityReason: null,
      }),
    ).toBe('OFFENSES.LIABILITY_ENDED');
  });

  it('replaces a mistyped sighting in one append, so that nothing drops in between', () => {
    const bench = new LedgerBench();
    bench.see(at('2026-06-01'));
    bench.see(at('2026-06-20'), { now: at('2026-06-21'), reason: REASON });
    const events = bench.do(at('2026-06-21'), {
      type: 'CorrectSighting',
      ...seen(at('2026-06-10'), FINDING.findingId),
      sightingId: `${FINDING.findingId}.sighting-2`,
      evidence: null,
      note: null,
      continuityReason: null,
      reason: 'Typed 20 for 10.',
    });
    expect(bench.picture('2026-06-01', '2026-06-20')).toBe(`O${'I'.repeat(8)}O${'P'.repeat(10)}`);
    expect(types(events)[0]).toBe('SightingCorrected');
    expect(types(events)).not.toContain('OffenseDaysVoided');
  });

  it('joins a sighting under another finding of the same key as evidence, counted in the case that opened the run', () => {
    const bench = new LedgerBench();
    bench.see(at('2026-06-01'));
    const other = { ...FINDING, findingId: 'case-b.finding-1', caseId: 'case-b' };
    const events = bench.see(at('2026-06-03'), { finding: other, reason: REASON });
    expect(events[0]).toMatchObject({ type: 'SightingRecorded', data: { countedInFinding: FINDING.findingId } });
    expect(bench.state.runs.size).toBe(1);
  });

  it('passes a run to another finding that still holds it when its own finding is withdrawn', () => {
    const bench = new LedgerBench();
    bench.see(at('2026-06-01'));
    const other = { ...FINDING, findingId: 'case-b.finding-1', caseId: 'case-b' };
    bench.see(at('2026-06-03'), { finding: other });
    bench.do(at('2026-06-04'), { type: 'VoidSightingsOfFinding', findingId: FINDING.findingId });
    expect(bench.picture('2026-06-01', '2026-06-04')).toBe('VVO.');
    const run = bench.state.runs.get([...bench.state.days.values()].at(-1)!.runId)!;
    expect(run).toMatchObject({ findingId: other.findingId, caseId: 'case-b', open: true });
  });

  it('moves days to the right key, keeps the basis, and keeps the stronger basis on a day already there', () => {
    const wrong = new LedgerBench();
    wrong.see(at('2026-06-01'));
    wrong.see(at('2026-06-04'), { reason: REASON });
    const right = new LedgerBench({ ...FINDING, findingId: 'case-a.finding-2', ruleId: '168-27F' });
    right.see(at('2026-06-02'));
    const [moved] = wrong.do(at('2026-06-05'), {
      type: 'ReattributeOffenseDays',
      findingId: FINDING.findingId,
      toFindingId: right.finding.findingId,
      days: ['2026-06-01', '2026-06-02', '2026-06-03', '2026-06-04'],
      reason: 'Wrong rule cited.',
      evidence: ['photo-1'],
    });
    expect(wrong.picture('2026-06-01', '2026-06-04')).toBe('VVVV');
    const { reattributionId, days } = (moved as Extract<OffenseEvent, { type: 'OffenseDaysReattributed' }>).data;
    const receive = {
      type: 'ReceiveReattributedDays',
      findingId: right.finding.findingId,
      reattributionId,
      fromLedger: 'offenses-old',
      days,
      evidence: ['photo-1'],
    } as const;
    right.do(at('2026-06-05'), receive);
    expect(right.picture('2026-06-01', '2026-06-05')).toBe('OOIO.');
    expect(right.do(at('2026-06-05'), receive)).toEqual([]);
  });

  it('refuses what has not happened yet (T03), unknown sightings, and days not recorded', () => {
    const bench = new LedgerBench();
    expect(
      bench.refusal(at('2026-06-01'), {
        type: 'ObserveViolation',
        ...seen(at('2026-06-02'), FINDING.findingId),
        continuityReason: null,
      }),
    ).toBe('OFFENSES.IN_THE_FUTURE');
    bench.see(at('2026-06-01'));
    expect(
      bench.refusal(at('2026-06-02'), {
        type: 'VoidSighting',
        findingId: FINDING.findingId,
        sightingId: 'nothing',
        reason: 'x',
      }),
    ).toBe('OFFENSES.UNKNOWN_SIGHTING');
    expect(
      bench.refusal(at('2026-06-02'), {
        type: 'VoidOffenseDays',
        findingId: FINDING.findingId,
        days: ['2026-06-05'],
        reason: 'x',
        evidence: [],
      }),
    ).toBe('OFFENSES.DAY_NOT_RECORDED');
    expect(
      bench.refusal(
        at('2026-06-02'),
        { type: 'ObserveViolation', ...seen(at('2026-06-02'), FINDING.findingId), continuityReason: null },
        'officer-1',
        { ...FINDING, withdrawn: true },
      ),
    ).toBe('OFFENSES.FINDING_WITHDRAWN');
  });

  it('records a span longer than one append in several, one after another', () => {
    const bench = new LedgerBench();
    bench.see(at('2020-06-01'));
    const events = bench.see(at('2026-06-01'));
    expect(types(events).at(-1)).toBe('DayRecordingContinues');
    for (let round = 0; round < 3; round += 1)
      bench.do(at('2026-06-01'), { type: 'RecordRemainingDays', ledger: bench.finding }, 'process', null);
    expect(bench.picture('2020-06-01', '2026-06-01')).toMatch(/^OP{2190}O$/);
  });

  it('lets evidence that was moved away open, bridge and presume nothing under the old key (Corrections)', () => {
    const bench = new LedgerBench();
    bench.see(at('2026-06-01'));
    bench.closeThrough('2026-06-01', '2026-06-02');
    const move = {
      type: 'ReattributeOffenseDays',
      findingId: FINDING.findingId,
      toFindingId: 'case-a.finding-2',
      days: ['2026-06-01', '2026-06-02'],
      reason: 'Another tenant.',
      evidence: [],
    } as const;
    bench.do(at('2026-06-03'), move);
    expect(bench.close('2026-06-03')).toEqual([]);
    expect([...bench.state.runs.values()].map(({ open }) => open)).toEqual([false]);
    bench.see(at('2026-06-10'), { reason: REASON });
    expect(bench.picture('2026-06-01', '2026-06-10')).toBe('VV.......O');
  });

  it('moves days only to another key and to a finding that stands (Corrections)', () => {
    const other = { ...FINDING, findingId: 'case-a.finding-2', partyId: 'party-2' };
    expect(() => requireTarget({ finding: FINDING, target: FINDING })).toThrow('these are the same');
    expect(() => requireTarget({ finding: FINDING, target: { ...other, withdrawn: true } })).toThrow('withdrawn');
    expect(() => requireTarget({ finding: FINDING, target: other })).not.toThrow();
  });

  it('voids received days when the finding that received them is withdrawn (faults.md F02)', () => {
    const bench = new LedgerBench();
    const days = [{ day: '2026-06-01', basis: 'observed' }] as const;
    bench.do(at('2026-06-05'), {
      type: 'ReceiveReattributedDays',
      findingId: FINDING.findingId,
      reattributionId: 'r-1',
      fromLedger: 'offenses-old',
      days,
      evidence: [],
    });
    expect(bench.picture('2026-06-01', '2026-06-01')).toBe('O');
    bench.do(at('2026-06-06'), { type: 'VoidSightingsOfFinding', findingId: FINDING.findingId });
    expect(bench.picture('2026-06-01', '2026-06-01')).toBe('V');
  });

  it('refuses a cure verified before it was reported, and a year that can only be mistyped', () => {
    const bench = new LedgerBench();
    bench.see(at('2026-06-03'));
    bench.do(at('2026-06-09'), {
      type: 'ReportCure',
      findingId: FINDING.findingId,
      reportedAt: at('2026-06-09', '12:00'),
      reportedOn: '2026-06-09',
      claimedCuredOn: null,
      note: null,
    });
    const verify = {
      type: 'VerifyCure',
      ...seen(at('2026-06-04'), FINDING.findingId),
      cureId: `${FINDING.findingId}.cure-1`,
      found: 'ended',
      verifiedAt: at('2026-06-05'),
      continuityReason: null,
    } as const;
    expect(bench.refusal(at('2026-06-09'), verify)).toBe('OFFENSES.VERIFIED_BEFORE_REPORTED');
    expect(
      bench.refusal(at('2026-06-09'), {
        type: 'ObserveViolation',
        ...seen('0026-06-01T14:00:00.000Z', FINDING.findingId),
        continuityReason: null,
      }),
    ).toBe('OFFENSES.TOO_LONG_AGO');
  });

  it('can undo a sighting mistyped by half a century: no event names more days than the log takes', () => {
    const bench = new LedgerBench();
    bench.see(at('1966-06-01'), { now: at('2026-06-01') });
    while (types(bench.events).at(-1) === 'DayRecordingContinues')
      bench.do(at('2026-06-01'), { type: 'RecordRemainingDays', ledger: bench.finding }, 'process', null);
    const sightingId = `${FINDING.findingId}.sighting-1`;
    const undone = bench.do(at('2026-06-01'), {
      type: 'VoidSighting',
      findingId: FINDING.findingId,
      sightingId,
      reason: 'Typed 1966 for 2026.',
    });
    expect(Math.max(...undone.map((event) => JSON.stringify(event).length))).toBeLessThan(262_144);
    expect([...bench.state.days.values()].some(({ live }) => live)).toBe(false);
  });
});
