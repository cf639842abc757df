import fc from 'fast-check';
import { foldEvents, isDomainError, v5 } from '#kernel';
import { contextAt, given } from '#kernel/testing';
import { addDays, holidayOn } from '#legal-time';
import {
  appointmentOn,
  appointmentsOn,
  ARTICLE_RULES,
  civilFinePowerFrom,
  natureOn,
  POLICIES,
  policyOn,
  ruleById,
  ruleInForce,
  ruleVersions,
  seatsOn,
  settingsDecider,
  settingsFold,
  specialHolidays,
  type AdoptPolicy,
  type AmendRule,
  type AppointEnforcer,
  type SettingsCommand,
  type SettingsEvent,
} from './published.js';

const context = contextAt('2026-07-15T14:00:00.000Z');
const townSettings = (...events: SettingsEvent[]) => given(settingsDecider, events, undefined);
const stateOf = (...events: SettingsEvent[]) => foldEvents(settingsFold, settingsFold.initialState(), events);

/** Runs commands one after another, as the stream would. */
const after = (...commands: SettingsCommand[]): SettingsEvent[] => {
  const events: SettingsEvent[] = [];
  commands.forEach((command, index) =>
    events.push(
      ...settingsDecider.decide(command, stateOf(...events), undefined, {
        ...context,
        newId: (name) => v5(String(index), name),
      }),
    ),
  );
  return events;
};

const adopt = (
  policy: string,
  value: unknown,
  effectiveFrom: string,
  more: Partial<AdoptPolicy> = {},
): AdoptPolicy => ({
  type: 'AdoptPolicy',
  policy,
  value,
  resolutionNumber: '2026-41',
  adoptedOn: '2026-03-04',
  effectiveFrom,
  ...more,
});

const appoint = (more: Partial<AppointEnforcer> = {}): AppointEnforcer => ({
  type: 'AppointEnforcer',
  officerId: 'officer-1',
  office: 'Superintendent of wastewater facilities',
  capacity: 'Town',
  documentReference: 'Resolution 2024-12',
  from: '2024-02-01',
  ...more,
});

const amend = (more: Partial<AmendRule> = {}): AmendRule => ({
  type: 'AmendRule',
  ruleId: '168-27C(3)',
  changes: { limit: { parameter: 'pH', value: '6.0', unit: 'SU', comparison: 'below' } },
  localLaw: 'L.L. 4-2026',
  effectiveFrom: '2026-06-01',
  ...more,
});

const codeOf = (run: () => unknown): unknown => {
  try {
    run();
  } catch (error) {
    return isDomainError(error) ? error.code : error;
  }
  return 'accepted';
};

describe('policies fill what the Article leaves open (domain.md, DEFAULT)', () => {
  it('records a resolution with its number, its day and the day from which it holds', () => {
    townSettings()
      .when(adopt('continuity-gap-days', 30, '2026-04-01'), context)
      .then([
        {
          type: 'PolicyAdopted',
          data: {
            policy: 'continuity-gap-days',
            value: 30,
            resolutionNumber: '2026-41',
            adoptedOn: '2026-03-04',
            effectiveFrom: '2026-04-01',
            note: null,
          },
        },
      ]);
  });

  it('answers the product default before a resolution takes effect, and the resolution from its day on', () => {
    const state = stateOf(...after(adopt('continuity-gap-days', 30, '2026-04-01')));
    expect(policyOn(state, 'continuity-gap-days', '2026-03-31')).toEqual({
      value: 60,
      authority: POLICIES['continuity-gap-days'].authority,
      resolutionNumber: null,
      effectiveFrom: null,
      isProductDefault: true,
    });
    expect(policyOn(state, 'continuity-gap-days', '2026-04-01')).toEqual({
      value: 30,
      authority: 'Town resolution 2026-41, effective 2026-04-01',
      resolutionNumber: '2026-41',
      effectiveFrom: '2026-04-01',
      isProductDefault: false,
    });
  });

  it.each([
    ['continuity-gap-days', 60],
    ['opinion-reaches-earlier-days', false],
    ['joint-and-several', false],
    ['deadline-due-soon-days', 7],
    ['appeal-deadline-days', null],
    ['inferred-days-as-counts', false],
    ['penalty-suit-warning-months', 30],
    ['board-whole-membership', 5],
    ['sewer-main-fee-reading', 'wholeCost'],
  ] as const)('holds %s at %s while no resolution is on file', (name, value) => {
    expect(policyOn(stateOf(), name, '2026-07-15')).toMatchObject({ value, isProductDefault: true });
    expect(policyOn(stateOf(), name, '2026-07-15').authority).not.toBe('');
  });

  it('goes back to the default from the day a withdrawal takes effect', () => {
    const state = stateOf(
      ...after(adopt('opinion-reaches-earlier-days', true, '2026-01-01'), {
        type: 'WithdrawPolicy',
        policy: 'opinion-reaches-earlier-days',
        resolutionNumber: '2026-60',
        effectiveFrom: '2026-05-01',
      }),
    );
    expect(policyOn(state, 'opinion-reaches-earlier-days', '2026-04-30').value).toBe(true);
    expect(policyOn(state, 'opinion-reaches-earlier-days', '2026-05-01')).toMatchObject({
      value: false,
      isProductDefault: true,
    });
  });

  it('places a resolution found late at its own day, behind a later one recorded before it', () => {
    const state = stateOf(
      ...after(
        adopt('continuity-gap-days', 30, '2026-04-01'),
        adopt('continuity-gap-days', 45, '2025-01-01', { resolutionNumber: '2025-3', adoptedOn: '2024-12-18' }),
      ),
    );
    expect(policyOn(state, 'continuity-gap-days', '2026-03-31').value).toBe(45);
    expect(policyOn(state, 'continuity-gap-days', '2026-04-01').value).toBe(30);
  });

  it('lets the one recorded last speak where two take effect on one day', () => {
    const state = stateOf(
      ...after(adopt('continuity-gap-days', 30, '2026-04-01'), adopt('continuity-gap-days', 20, '2026-04-01')),
    );
    expect(policyOn(state, 'continuity-gap-days', '2026-04-01').value).toBe(20);
  });

  it.each([
    ['an unknown name', adopt('cure-period-days', 10, '2026-04-01'), 'LAW.UNKNOWN_POLICY'],
    ['a name of the language itself', adopt('constructor', 10, '2026-04-01'), 'LAW.UNKNOWN_POLICY'],
    ['text for a number', adopt('continuity-gap-days', '30', '2026-04-01'), 'LAW.WRONG_POLICY_VALUE'],
    ['a fraction of a day', adopt('continuity-gap-days', 1.5, '2026-04-01'), 'LAW.WRONG_POLICY_VALUE'],
    ['fewer than no days', adopt('continuity-gap-days', -1, '2026-04-01'), 'LAW.WRONG_POLICY_VALUE'],
    ['an appeal deadline of no days', adopt('appeal-deadline-days', 0, '2026-04-01'), 'LAW.WRONG_POLICY_VALUE'],
    ['a number for a yes or no', adopt('joint-and-several', 1, '2026-04-01'), 'LAW.WRONG_POLICY_VALUE'],
    ['a choice outside the list', adopt('sewer-main-fee-reading', 'half', '2026-04-01'), 'LAW.WRONG_POLICY_VALUE'],
    ['a nature that is none', adopt('rule-nature:168-26H', 'forever', '2026-04-01'), 'LAW.WRONG_POLICY_VALUE'],
    ['a nature for a rule that is none', adopt('rule-nature:168-26Z', 'act', '2026-04-01'), 'LAW.UNKNOWN_RULE'],
    ['a nature for a savings clause', adopt('rule-nature:168-24I', 'act', '2026-04-01'), 'LAW.RULE_CREATES_NO_OFFENSE'],
    [
      'no resolution number',
      adopt('continuity-gap-days', 30, '2026-04-01', { resolutionNumber: ' ' }),
      'LAW.BLANK_REFERENCE',
    ],
    [
      'a resolution of tomorrow',
      adopt('continuity-gap-days', 30, '2026-04-01', { adoptedOn: '2026-07-16' }),
      'LAW.NOT_YET_ADOPTED',
    ],
    ['a day that does not exist', adopt('continuity-gap-days', 30, '2026-02-30'), 'LEGAL_TIME.NOT_A_DAY'],
  ])('refuses %s', (_what, command, code) => {
    townSettings().when(command, context).refused(code);
  });

  it('refuses to withdraw what is not in force on that day, or twice', () => {
    const withdraw = (effectiveFrom: string) =>
      ({
        type: 'WithdrawPolicy',
        policy: 'joint-and-several',
        resolutionNumber: '2026-60',
        effectiveFrom,
      }) as const;
    const adopted = after(adopt('joint-and-several', true, '2026-04-01'));
    townSettings(...adopted)
      .when(withdraw('2026-03-31'), context)
      .refused('LAW.POLICY_NOT_IN_FORCE');
    townSettings(...after(adopt('joint-and-several', true, '2026-04-01'), withdraw('2026-05-01')))
      .when(withdraw('2026-05-01'), context)
      .refused('LAW.POLICY_NOT_IN_FORCE');
  });

  it('reads the same whatever the order in which resolutions of different days were recorded', () => {
    const days = fc.uniqueArray(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 420 }), (offsets, asked) => {
        const command = (offset: number) =>
          adopt('continuity-gap-days', offset, addDays('2025-01-01', offset), { adoptedOn: '2024-12-01' });
        const forward = stateOf(...after(...offsets.map(command)));
        const backward = stateOf(...after(...offsets.toReversed().map(command)));
        const day = addDays('2025-01-01', asked);
        const expected = offsets.filter((offset) => offset <= asked).sort((a, b) => b - a)[0] ?? 60;
        expect(policyOn(forward, 'continuity-gap-days', day).value).toBe(expected);
        expect(policyOn(backward, 'continuity-gap-days', day)).toEqual(policyOn(forward, 'continuity-gap-days', day));
      }),
    );
  });
});

describe('the nature of a rule (conflict register G10)', () => {
  it('leaves § 168-26H to seen days without a reading of counsel', () => {
    expect(natureOn(stateOf(), '168-26H', '2026-06-01')).toEqual({
      nature: 'act',
      authority: ruleById('168-26H').natureAuthority,
      ruleVersion: 1,
      resolutionNumber: null,
    });
  });

  it('lets a reading of counsel in force that day beat the rule, and no earlier day', () => {
    const state = stateOf(...after(adopt('rule-nature:168-26H', 'continuing', '2026-04-01')));
    expect(natureOn(state, '168-26H', '2026-03-31').nature).toBe('act');
    expect(natureOn(state, '168-26H', '2026-04-01')).toEqual({
      nature: 'continuing',
      authority: 'Town resolution 2026-41, effective 2026-04-01',
      ruleVersion: 1,
      resolutionNumber: '2026-41',
    });
    expect(natureOn(state, '168-27A', '2026-04-01').nature).toBe('episodic');
  });

  it('refuses a day under a rule that creates no offense, or under no rule', () => {
    expect(codeOf(() => natureOn(stateOf(), '168-27I', '2026-04-01'))).toBe('LAW.RULE_CREATES_NO_OFFENSE');
    expect(codeOf(() => natureOn(stateOf(), '168-99', '2026-04-01'))).toBe('LAW.UNKNOWN_RULE');
  });

  it('answers for every rule that creates an offense', () => {
    for (const rule of ARTICLE_RULES.filter((candidate) => candidate.createsOffense))
      expect(natureOn(stateOf(), rule.ruleId, '2026-04-01').nature).toBe(rule.nature);
  });
});

describe('local amendments (hard case 68)', () => {
  it('judges a sample of May by the May version when the limit changed in June', () => {
    const state = stateOf(...after(amend()));
    expect(ruleInForce(state, '168-27C(3)', '2026-05-31')).toMatchObject({
      version: 1,
      limit: { value: '5.5', comparison: 'below' },
      effectiveTo: '2026-05-31',
    });
    expect(ruleInForce(state, '168-27C(3)', '2026-06-01')).toMatchObject({
      version: 2,
      limit: { value: '6.0', comparison: 'below', strict: true, words: 'lower than', role: 'forbidden' },
      effectiveFrom: '2026-06-01',
      effectiveTo: null,
      number: 33,
    });
    expect(ruleInForce(state, '168-27D(8)', '2026-06-01')).toBe(ruleById('168-27D(8)'));
  });

  it('records the version number with the law', () => {
    townSettings(...after(amend()))
      .when(amend({ changes: { nature: 'continuing' }, localLaw: 'L.L. 5-2026', effectiveFrom: '2026-07-01' }), context)
      .then([
        {
          type: 'RuleAmended',
          data: {
            ruleId: '168-27C(3)',
            version: 3,
            changes: { nature: 'continuing' },
            localLaw: 'L.L. 5-2026',
            effectiveFrom: '2026-07-01',
          },
        },
      ]);
  });

  it('carries what an amendment leaves alone into the next version, and names its own authority for the nature', () => {
    const state = stateOf(
      ...after(
        amend(),
        amend({ changes: { nature: 'continuing' }, localLaw: 'L.L. 5-2026', effectiveFrom: '2026-07-01' }),
      ),
    );
    expect(ruleInForce(state, '168-27C(3)', '2026-07-01').limit?.value).toBe('6.0');
    expect(natureOn(state, '168-27C(3)', '2026-06-30')).toMatchObject({ nature: 'episodic', ruleVersion: 2 });
    expect(natureOn(state, '168-27C(3)', '2026-07-01')).toMatchObject({
      nature: 'continuing',
      authority: 'L.L. 5-2026',
      ruleVersion: 3,
    });
  });

  it('places a local law found late at its own day and keeps the numbers already given', () => {
    const state = stateOf(
      ...after(
        amend(),
        amend({ changes: { requirement: 'Rewritten' }, localLaw: 'L.L. 1-2020', effectiveFrom: '2020-01-01' }),
      ),
    );
    expect(
      ruleVersions(state, '168-27C(3)').map(({ version, effectiveFrom, effectiveTo }) => [
        version,
        effectiveFrom,
        effectiveTo,
      ]),
    ).toEqual([
      [1, null, '2019-12-31'],
      [3, '2020-01-01', '2026-05-31'],
      [2, '2026-06-01', null],
    ]);
  });

  it('joins two local laws of one day in one version', () => {
    const state = stateOf(...after(amend(), amend({ changes: { requirement: 'Rewritten' }, localLaw: 'L.L. 5-2026' })));
    expect(ruleVersions(state, '168-27C(3)').map((rule) => rule.version)).toEqual([1, 3]);
    expect(ruleInForce(state, '168-27C(3)', '2026-06-01')).toMatchObject({
      requirement: 'Rewritten',
      limit: { value: '6.0' },
    });
  });

  it('can repeal a limit', () => {
    const state = stateOf(...after(amend({ changes: { limit: null } })));
    expect(ruleInForce(state, '168-27C(3)', '2026-06-01').limit).toBeNull();
  });

  it('covers every day with exactly one version', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 6 }),
        fc.integer({ min: -5, max: 50 }),
        (offsets, asked) => {
          const state = stateOf(
            ...after(...offsets.map((offset) => amend({ effectiveFrom: addDays('2026-01-01', offset) }))),
          );
          const day = addDays('2026-01-01', asked);
          const covering = ruleVersions(state, '168-27C(3)').filter(
            (rule) =>
              (rule.effectiveFrom === null || rule.effectiveFrom <= day) &&
              (rule.effectiveTo === null || day <= rule.effectiveTo),
          );
          expect(covering).toHaveLength(1);
          expect(ruleInForce(state, '168-27C(3)', day)).toEqual(covering[0]);
        },
      ),
    );
  });

  it.each([
    ['an unknown rule', amend({ ruleId: '168-27C(9)' }), 'LAW.UNKNOWN_RULE'],
    ['no change', amend({ changes: {} }), 'LAW.NOTHING_AMENDED'],
    ['no local law', amend({ localLaw: '' }), 'LAW.BLANK_REFERENCE'],
    ['a blank requirement', amend({ changes: { requirement: ' ' } }), 'LAW.BLANK_NAME'],
    [
      'another unit',
      amend({ changes: { limit: { parameter: 'pH', value: '6', unit: 'mg/L', comparison: 'below' } } }),
      'LAW.WRONG_LIMIT',
    ],
    [
      'another parameter',
      amend({ changes: { limit: { parameter: 'cyanide', value: '6', unit: 'SU', comparison: 'below' } } }),
      'LAW.WRONG_LIMIT',
    ],
    [
      'a value that is no decimal',
      amend({ changes: { limit: { parameter: 'pH', value: '6e0', unit: 'SU', comparison: 'below' } } }),
      'LAW.WRONG_LIMIT',
    ],
    [
      'a limit for a rule without one',
      amend({
        ruleId: '168-27A',
        changes: { limit: { parameter: 'pH', value: '6', unit: 'SU', comparison: 'below' } },
      }),
      'LAW.WRONG_LIMIT',
    ],
    [
      'a nature for a rule of method',
      amend({ ruleId: '168-27I', changes: { nature: 'act' } }),
      'LAW.RULE_CREATES_NO_OFFENSE',
    ],
    ['a nature that is none', amend({ changes: { nature: 'forever' as never } }), 'LAW.UNKNOWN_NATURE'],
  ])('refuses %s', (_what, command, code) => {
    townSettings().when(command, context).refused(code);
  });
});

describe('who enforces Part 2 (§ 168-30D names nobody; domain.md 1.1)', () => {
  it('has no enforcer until an appointment is on file', () => {
    expect(appointmentOn(stateOf(), 'officer-1', '2026-06-01')).toBeNull();
  });

  it('records the document, the body and the days of an appointment, under a new id', () => {
    townSettings()
      .when(appoint(), context)
      .then([
        {
          type: 'EnforcerAppointed',
          data: {
            appointmentId: context.newId('appointment'),
            officerId: 'officer-1',
            office: 'Superintendent of wastewater facilities',
            capacity: 'Town',
            documentReference: 'Resolution 2024-12',
            from: '2024-02-01',
            through: null,
          },
        },
      ]);
  });

  it('holds on the first and on the last day and on neither day beside them', () => {
    const state = stateOf(...after(appoint({ through: '2025-12-31' })));
    const on = (day: string) => appointmentOn(state, 'officer-1', day) !== null;
    expect([on('2024-01-31'), on('2024-02-01'), on('2025-12-31'), on('2026-01-01')]).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(appointmentOn(state, 'officer-2', '2025-01-01')).toBeNull();
  });

  it('lets appointments overlap and answers with the one that began last', () => {
    const state = stateOf(...after(appoint(), appoint({ capacity: 'Commission', from: '2026-01-01' })));
    expect(appointmentsOn(state, 'officer-1', '2026-06-01')).toHaveLength(2);
    expect(appointmentOn(state, 'officer-1', '2026-06-01')?.capacity).toBe('Commission');
    expect(appointmentOn(state, 'officer-1', '2025-06-01')?.capacity).toBe('Town');
  });

  it('ends an appointment on its last day, and may move an end to an earlier day only', () => {
    const appointed = after(appoint());
    const appointmentId = stateOf(...appointed).appointments[0]!.appointmentId;
    const end = (through: string) =>
      ({ type: 'EndEnforcerAppointment', appointmentId, through, documentReference: 'Resolution 2026-50' }) as const;
    const ended = [
      ...appointed,
      ...townSettings(...appointed)
        .when(end('2026-05-31'), context)
        .events(),
    ];
    expect(appointmentOn(stateOf(...ended), 'officer-1', '2026-05-31')).not.toBeNull();
    expect(appointmentOn(stateOf(...ended), 'officer-1', '2026-06-01')).toBeNull();
    townSettings(...ended)
      .when(end('2026-06-30'), context)
      .refused('LAW.APPOINTMENT_ALREADY_ENDED');
    townSettings(...ended)
      .when(end('2026-05-31'), context)
      .refused('LAW.APPOINTMENT_ALREADY_ENDED');
    townSettings(...ended)
      .when(end('2024-01-31'), context)
      .refused('LAW.ENDS_BEFORE_IT_BEGINS');
    expect(
      townSettings(...ended)
        .when(end('2026-05-01'), context)
        .events(),
    ).toHaveLength(1);
  });

  it.each([
    ['no document', appoint({ documentReference: '' }), 'LAW.BLANK_REFERENCE'],
    ['no officer', appoint({ officerId: ' ' }), 'LAW.BLANK_NAME'],
    ['no office', appoint({ office: '' }), 'LAW.BLANK_NAME'],
    ['another body', appoint({ capacity: 'County' as never }), 'LAW.UNKNOWN_CAPACITY'],
    ['an end before the beginning', appoint({ through: '2024-01-31' }), 'LAW.ENDS_BEFORE_IT_BEGINS'],
  ])('refuses an appointment with %s', (_what, command, code) => {
    townSettings().when(command, context).refused(code);
  });

  it('refuses to end an appointment that is not on file', () => {
    townSettings()
      .when(
        {
          type: 'EndEnforcerAppointment',
          appointmentId: 'none',
          through: '2026-05-31',
          documentReference: 'Resolution 2026-50',
        },
        context,
      )
      .refused('LAW.UNKNOWN_APPOINTMENT', { kind: 'notFound' });
  });
});

describe('the power to fine (§ 168-30D, L.L. No. 22-2009; hard case 33)', () => {
  const record = (effectiveOn: string, correctsEarlier?: boolean) =>
    ({
      type: 'RecordLocalLaw22EffectiveDate',
      effectiveOn,
      filingReference: 'Department of State filing, certified copy',
      correctsEarlier,
    }) as const;

  it('is unknown until the filing is on file', () => {
    expect(civilFinePowerFrom(stateOf())).toBeNull();
  });

  it('begins on the recorded day', () => {
    expect(civilFinePowerFrom(stateOf(...after(record('2009-06-15'))))).toEqual({
      effectiveOn: '2009-06-15',
      filingReference: 'Department of State filing, certified copy',
    });
  });

  it('never begins before the adoption of 2009-06-03', () => {
    townSettings().when(record('2009-06-02'), context).refused('LAW.BEFORE_ADOPTION', { field: 'effectiveOn' });
    expect(townSettings().when(record('2009-06-03'), context).events()).toHaveLength(1);
  });

  it('changes only by a record that says it corrects the earlier one', () => {
    const onFile = after(record('2009-06-15'));
    townSettings(...onFile)
      .when(record('2009-06-22'), context)
      .refused('LAW.EFFECTIVE_DATE_ON_FILE');
    const corrected = [
      ...onFile,
      ...townSettings(...onFile)
        .when(record('2009-06-22', true), context)
        .events(),
    ];
    expect(civilFinePowerFrom(stateOf(...corrected))?.effectiveOn).toBe('2009-06-22');
    townSettings().when(record('2009-06-15', true), context).refused('LAW.NOTHING_TO_CORRECT');
  });

  it('needs a filing reference', () => {
    townSettings()
      .when({ ...record('2009-06-15'), filingReference: '' }, context)
      .refused('LAW.BLANK_REFERENCE');
  });
});

describe('the Town Board (Gen. Constr. Law § 41)', () => {
  const fill = (seat: string, memberId: string, from: string, reference = 'Certificate of election') =>
    ({ type: 'FillBoardSeat', seat, memberId, from, reference }) as const;
  const vacate = (seat: string, from: string) =>
    ({ type: 'VacateBoardSeat', seat, from, reference: 'Letter of resignation' }) as const;
  const who = (state: ReturnType<typeof stateOf>, day: string) =>
    seatsOn(state, day).map((term) => [term.seat, term.memberId]);

  it('says who sat on a day', () => {
    const state = stateOf(
      ...after(
        fill('supervisor', 'member-1', '2024-01-01'),
        fill('ward-1', 'member-2', '2024-01-01'),
        vacate('ward-1', '2026-03-01'),
        fill('ward-1', 'member-3', '2026-03-15'),
      ),
    );
    expect(who(state, '2023-12-31')).toEqual([]);
    expect(who(state, '2026-02-28')).toEqual([
      ['supervisor', 'member-1'],
      ['ward-1', 'member-2'],
    ]);
    expect(who(state, '2026-03-01')).toEqual([['supervisor', 'member-1']]);
    expect(who(state, '2026-03-15')).toEqual([
      ['supervisor', 'member-1'],
      ['ward-1', 'member-3'],
    ]);
  });

  it('takes an earlier term found late without touching the present one', () => {
    const state = stateOf(...after(fill('ward-1', 'member-3', '2026-03-15'), fill('ward-1', 'member-2', '2022-01-01')));
    expect(who(state, '2024-01-01')).toEqual([['ward-1', 'member-2']]);
    expect(who(state, '2026-03-15')).toEqual([['ward-1', 'member-3']]);
  });

  it('refuses a second member in a seat, one member in two seats, and the vacating of a vacant seat', () => {
    const filled = after(fill('ward-1', 'member-2', '2024-01-01'));
    townSettings(...filled)
      .when(fill('ward-1', 'member-3', '2024-06-01'), context)
      .refused('LAW.SEAT_NOT_VACANT');
    townSettings(...filled)
      .when(fill('ward-2', 'member-2', '2024-06-01'), context)
      .refused('LAW.MEMBER_ALREADY_SEATED');
    townSettings(...filled)
      .when(vacate('ward-2', '2024-06-01'), context)
      .refused('LAW.SEAT_VACANT');
    townSettings(...filled)
      .when(vacate('ward-1', '2023-06-01'), context)
      .refused('LAW.SEAT_VACANT');
  });

  it('needs a reference', () => {
    townSettings()
      .when(fill('ward-1', 'member-2', '2024-01-01', ''), context)
      .refused('LAW.BLANK_REFERENCE');
  });
});

describe('special holidays (Gen. Constr. Law § 24)', () => {
  const proclaim = (day: string, proclaimedBy = 'Governor', reference = 'Proclamation of that day') =>
    ({ type: 'ProclaimSpecialHoliday', day, name: 'Day of thanksgiving', proclaimedBy, reference }) as const;

  it('lists the proclaimed days in order', () => {
    const state = stateOf(...after(proclaim('2027-01-09', 'President'), proclaim('2026-11-27')));
    expect(specialHolidays(state).map(({ day, proclaimedBy }) => [day, proclaimedBy])).toEqual([
      ['2026-11-27', 'Governor'],
      ['2027-01-09', 'President'],
    ]);
    expect(holidayOn('2026-11-27', specialHolidays(state))).toMatchObject({
      name: 'Day of thanksgiving',
      authority: 'Governor: Proclamation of that day',
    });
  });

  it('refuses a closing of Town Hall, a day on file and a missing reference', () => {
    townSettings().when(proclaim('2026-11-27', 'Town Supervisor'), context).refused('LAW.CANNOT_PROCLAIM');
    townSettings(...after(proclaim('2026-11-27')))
      .when(proclaim('2026-11-27'), context)
      .refused('LAW.HOLIDAY_ON_FILE');
    townSettings()
      .when(proclaim('2026-11-27', 'Governor', ' '), context)
      .refused('LAW.BLANK_REFERENCE');
  });
});
