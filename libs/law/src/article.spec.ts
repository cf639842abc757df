import { isDomainError } from '#kernel';
import {
  ARTICLE_ADOPTED_ON,
  ARTICLE_RULES,
  CIVIL_FINE_CAP_CENTS,
  CONFLICT_IDS,
  CONFLICT_REGISTER,
  CORPORATE_MISDEMEANOR_FINE_MAX_CENTS,
  DEFINITIONS,
  LIMITATION_PERIODS,
  LOCAL_LAW_22_ADOPTED_ON,
  MISDEMEANOR_FINE_MAX_CENTS_PER_COUNT,
  MISDEMEANOR_JAIL_MAX_DAYS,
  needsOpinion,
  OPINION_FACTORS,
  PENALTY_TRACKS,
  printCitation,
  ruleById,
  ruleOn,
  SEWER_MAIN_FEE_TABLE,
  sewerMainFeeRowsFor,
  tracksOf,
  type Nature,
  type TestType,
} from './published.js';

/** Test types and nature of each row, read from domain.md 1.3 and held apart from the data they check. */
const ROWS: readonly [number, string, readonly TestType[], Nature | null][] = [
  [1, '168-24A', ['QUAL'], 'act'],
  [2, '168-24B', ['ABS'], 'episodic'],
  [3, '168-24C', ['ABS'], 'continuing'],
  [4, '168-24D', ['DISC'], 'episodic'],
  [5, '168-24E', ['ABS'], 'episodic'],
  [6, '168-24F', ['ABS'], 'episodic'],
  [7, '168-24G', ['ABS'], 'act'],
  [8, '168-24H', ['ABS'], 'act'],
  [9, '168-24I', [], null],
  [10, '168-25A', ['ABS'], 'act'],
  [11, '168-25B', ['ABS'], 'act'],
  [12, '168-25C', ['ABS'], 'act'],
  [13, '168-25D', ['ABS'], 'episodic'],
  [14, '168-25E', ['ABS'], 'continuing'],
  [15, '168-25F', ['QUAL'], 'continuing'],
  [16, '168-25G', [], null],
  [17, '168-25H', ['ABS'], 'continuing'],
  [18, '168-26A', ['ABS'], 'act'],
  [19, '168-26B', ['ABS'], 'act'],
  [20, '168-26C', [], null],
  [21, '168-26D', ['ABS'], 'act'],
  [22, '168-26E', ['DISC'], 'act'],
  [23, '168-26F', ['ABS'], 'act'],
  [24, '168-26G', ['ABS', 'DISC'], 'act'],
  [25, '168-26H', ['ABS'], 'act'],
  [26, '168-26I', ['ABS'], 'act'],
  [27, '168-26J', ['ABS'], 'act'],
  [28, '168-26K', ['QUAL'], 'act'],
  [29, '168-27A', ['ABS'], 'episodic'],
  [30, '168-27B', ['ABS', 'DISC'], 'episodic'],
  [31, '168-27C(1)', ['ABS'], 'episodic'],
  [32, '168-27C(2)', ['ABS', 'QUAL'], 'episodic'],
  [33, '168-27C(3)', ['ABS', 'QUAL'], 'episodic'],
  [34, '168-27C(4)', ['QUAL'], 'episodic'],
  [35, '168-27D(1)', ['OPIN'], 'episodic'],
  [36, '168-27D(2)', ['OPIN'], 'episodic'],
  [37, '168-27D(3)', ['OPIN', 'DISC'], 'episodic'],
  [38, '168-27D(4)', ['OPIN'], 'episodic'],
  [39, '168-27D(5)', ['OPIN'], 'episodic'],
  [40, '168-27D(6)', ['OPIN'], 'episodic'],
  [41, '168-27D(7)', ['OPIN'], 'episodic'],
  [42, '168-27D(8)', ['OPIN'], 'episodic'],
  [43, '168-27D(9)', ['OPIN'], 'episodic'],
  [44, '168-27D(10)', ['OPIN'], 'episodic'],
  [45, '168-27D', [], null],
  [46, '168-27E(1)', ['DISC'], 'episodic'],
  [47, '168-27E(2)', ['DISC'], 'act'],
  [48, '168-27F', ['OPIN', 'DISC'], 'continuing'],
  [49, '168-27G', ['ABS', 'QUAL'], 'continuing'],
  [50, '168-27H', ['DISC'], 'continuing'],
  [51, '168-27I', [], null],
  [52, '168-27J', [], null],
  [53, '168-28', ['QUAL'], 'act'],
  [54, '168-29A', [], null],
  [55, '168-29B', [], null],
  [56, '168-30', [], null],
  [57, '168-31', [], null],
  [58, '168-32A', ['ABS'], 'act'],
  [59, '168-32B', ['ABS'], 'act'],
  [60, '168-32C', ['ABS'], 'act'],
  [61, '168-32D', [], null],
];

describe('the Article, §§ 168-24 to 168-32', () => {
  it('has exactly 61 rules, numbered 1 to 61, each once and in order', () => {
    expect(ARTICLE_RULES.map((rule) => rule.number)).toEqual(Array.from({ length: 61 }, (_, index) => index + 1));
    expect(new Set(ARTICLE_RULES.map((rule) => rule.ruleId)).size).toBe(61);
  });

  it.each(ROWS)('row %i is %s with its tests and its nature (domain.md 1.3, 5.10)', (number, ruleId, tests, nature) => {
    const rule = ruleById(ruleId);
    expect(rule.number).toBe(number);
    expect(rule.tests.map((test) => test.type)).toEqual(tests);
    expect(rule.testType).toBe(tests[0] ?? null);
    expect(rule.nature).toBe(nature);
    expect(rule.createsOffense).toBe(tests.length > 0);
  });

  it('gives every nature its authority', () => {
    for (const rule of ARTICLE_RULES) {
      expect(rule.natureAuthority).not.toBe('');
      expect(rule.nature === null).toBe(!rule.createsOffense);
    }
  });

  it('calls a rule continuing only where its words or domain.md 5.10 do', () => {
    for (const rule of ARTICLE_RULES.filter((candidate) => candidate.nature === 'continuing'))
      expect(rule.natureAuthority).toMatch(/domain brief 5\.10|"maintain"|"at all times"|"continuously"/);
  });

  it('keeps § 168-26H to seen days until a reading of counsel is recorded (G10)', () => {
    expect(ruleById('168-26H')).toMatchObject({ nature: 'act', conflicts: ['G10'] });
    expect(ruleById('168-26H').natureAuthority).toContain('G10');
  });

  it('starts in version 1, open at both ends, with the adoption of 1987 and no invented effective date', () => {
    for (const rule of ARTICLE_RULES) {
      expect(rule).toMatchObject({ version: 1, effectiveFrom: null, effectiveTo: null });
      expect(rule.history[0]).toMatchObject({ adoptedOn: '1987-06-17' });
      expect(rule.effectiveNote).not.toBe('');
    }
    expect(ARTICLE_ADOPTED_ON).toBe('1987-06-17');
    expect(ruleById('168-30').history[1]).toMatchObject({ adoptedOn: '2009-06-03', paragraphs: ['D'] });
  });

  it('references only conflicts that are in the register, and leaves none of the rule conflicts unreferenced', () => {
    const referenced = new Set(ARTICLE_RULES.flatMap((rule) => rule.conflicts));
    for (const id of referenced) expect(CONFLICT_REGISTER[id].id).toBe(id);
    expect([...CONFLICT_IDS].filter((id) => !referenced.has(id))).toEqual([]);
  });
});

describe('citations (domain.md 1.0)', () => {
  it('infers every subsection letter until somebody confirms it', () => {
    for (const rule of ARTICLE_RULES)
      expect(rule.citation.letterSource).toBe(rule.ruleId === '168-28' ? 'confirmed' : 'inferred');
  });

  it.each([
    ['168-24A', 'M'],
    ['168-25H', 'M'],
    ['168-26H', 'M'],
    ['168-27C(3)', 'H'],
    ['168-28', 'H'],
    ['168-29A', 'M'],
    ['168-30', 'M'],
    ['168-31', 'M'],
    ['168-32C', 'M'],
    ['168-32D', 'L'],
  ])('is as sure of %s as %s', (ruleId, confidence) => {
    expect(ruleById(ruleId).citation.confidence).toBe(confidence);
  });

  it.each([
    ['168-27C(3)', '§ 168-27C(3)'],
    ['168-26B', '§ 168-26B(1)(a), (1)(b), (2)'],
    ['168-27D(9)', '§ 168-27D(9)(a), (b), (c), (d)'],
    ['168-28', '§ 168-28'],
    ['168-30', '§ 168-30A, B, C, D'],
    ['168-31', '§ 168-31A, B'],
  ])('prints %s as %s', (ruleId, printed) => {
    expect(printCitation(ruleById(ruleId))).toBe(printed);
  });

  it('marks an inferred letter where asked, and nothing where there is no letter', () => {
    expect(printCitation(ruleById('168-27D(8)'), { markInferred: true })).toBe(
      '§ 168-27D(8) [subsection letter inferred]',
    );
    expect(printCitation(ruleById('168-28'), { markInferred: true })).toBe('§ 168-28');
  });
});

describe('figures of the Article (domain.md 1.3)', () => {
  it.each([
    ['168-24G', 'plotSizePerDwelling', '1', 'acre', 'below', true, 'trigger'],
    ['168-27C(2)', 'cyanide', '2', 'mg/L as CN', 'above', true, 'forbidden'],
    ['168-27C(3)', 'pH', '5.5', 'SU', 'below', true, 'forbidden'],
    ['168-27D(1)', 'temperature', '150', '°F', 'above', true, 'forbidden'],
    ['168-27D(2)', 'oilAndGrease', '100', 'mg/L', 'above', true, 'forbidden'],
    ['168-27D(3)', 'grinderMotorPower', '0.75', 'hp', 'atOrAbove', false, 'trigger'],
    ['168-27D(8)', 'pH', '9.5', 'SU', 'above', true, 'forbidden'],
  ])('%s limits %s at %s %s, %s', (ruleId, parameter, value, unit, comparison, strict, role) => {
    expect(ruleById(ruleId).limit).toMatchObject({ parameter, value, unit, comparison, strict, role });
  });

  it('has no other limit than these seven', () => {
    expect(ARTICLE_RULES.filter((rule) => rule.limit !== null).map((rule) => rule.number)).toEqual([
      7, 32, 33, 35, 36, 37, 42,
    ]);
  });

  it('flags 149.0 to 150.0 °F and lets the Fahrenheit figure govern (G4)', () => {
    expect(ruleById('168-27D(1)').limit?.conflictBand).toMatchObject({
      above: '149.0',
      through: '150.0',
      conflict: 'G4',
    });
  });

  it('keeps the other printed figures beside the limits', () => {
    const figures = (ruleId: string) => ruleById(ruleId).figures.map(({ name, value, unit }) => [name, value, unit]);
    expect(figures('168-27D(2)')).toEqual([
      ['viscousFrom', '32', '°F'],
      ['viscousTo', '150', '°F'],
    ]);
    expect(figures('168-27D(3)')).toEqual([['grinderMotorPowerMetric', '0.76', 'metric hp']]);
    expect(figures('168-27D(9)')).toEqual([
      ['slugRatio', '5', 'times the average 24-hour value'],
      ['slugDuration', '15', 'minutes'],
    ]);
    expect(figures('168-27I')).toEqual([['compositeLength', '24', 'hours']]);
  });

  it('leaves three limits to the Superintendent, of which one may not exist and one is measured at the works', () => {
    const external = ARTICLE_RULES.filter((rule) => rule.externalLimit !== null);
    expect(
      external.map((rule) => [rule.number, rule.externalLimit?.measuredAt, rule.externalLimit?.mayNotExist]),
    ).toEqual([
      [39, 'treatmentWorks', false],
      [40, 'discharge', true],
      [41, 'discharge', false],
    ]);
  });

  it('prints 48 hours in § 168-25C and 60 days in § 168-25H, and no other period', () => {
    expect(
      ARTICLE_RULES.filter((rule) => rule.deadline !== null).map((rule) => [
        rule.ruleId,
        rule.deadline?.count,
        rule.deadline?.unit,
        rule.deadline?.onWhom,
      ]),
    ).toEqual([
      ['168-25C', 48, 'hours', 'Superintendent'],
      ['168-25H', 60, 'days', 'owner'],
    ]);
    expect(ruleById('168-25C').deadline?.ifMissed).toContain('approves nothing');
  });

  it('prints fees of $25, $25, $100 and $50, each with the word that the schedule governs (domain.md 1.5)', () => {
    const fees = ARTICLE_RULES.filter((rule) => rule.fee !== null);
    expect(fees.map((rule) => [rule.ruleId, rule.fee?.lines.map((line) => line.codeCents)])).toEqual([
      ['168-25B', [2_500]],
      ['168-26B', [2_500, 10_000]],
      ['168-32C', []],
      ['168-32D', [5_000]],
    ]);
    for (const rule of fees) expect(rule.fee?.note).toContain('L.L. 13-2021');
  });

  it('prints the sewer main table with its overlaps: $10,000 and $100,000 in two rows, $1,000,000 in one (1.4)', () => {
    expect(SEWER_MAIN_FEE_TABLE.map((row) => row.basisPoints)).toEqual([1_000, 570, 420, null]);
    const rates = (dollars: number) => sewerMainFeeRowsFor(dollars * 100).map((row) => row.basisPoints);
    expect(rates(0)).toEqual([1_000]);
    expect(rates(9_999)).toEqual([1_000]);
    expect(rates(10_000)).toEqual([1_000, 570]);
    expect(rates(100_000)).toEqual([570, 420]);
    expect(rates(1_000_000)).toEqual([420]);
    expect(rates(1_000_001)).toEqual([null]);
  });

  it('exempts dwellings from interceptors (§ 168-27F) and a rear building from its own sewer (§ 168-26D)', () => {
    expect(ruleById('168-27F').exceptions[0]).toContain('dwelling units');
    expect(ruleById('168-26D').exceptions[0]).toContain('interior lot');
  });
});

describe('opinions (§ 168-27D)', () => {
  it('are needed for every paragraph of D and for the need of an interceptor, and for nothing else', () => {
    expect(ARTICLE_RULES.filter(needsOpinion).map((rule) => rule.number)).toEqual([
      35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 48,
    ]);
  });

  it('touch G11 in every paragraph of D', () => {
    for (let number = 35; number <= 45; number += 1) expect(ARTICLE_RULES[number - 1]?.conflicts).toContain('G11');
  });

  it('rest on six factors (rule 45)', () => {
    expect(OPINION_FACTORS.map((factor) => factor.id)).toEqual([
      'quantityAgainstFlow',
      'sewerMaterials',
      'treatmentProcess',
      'plantCapacity',
      'treatability',
      'otherFactors',
    ]);
  });
});

describe('definitions (domain.md 1.2)', () => {
  it.each([
    ['D1', ['5', '20']],
    ['D2', ['10', '10']],
    ['D3', ['300', '240', '50']],
    ['D4', ['10000', '2500', '10', '10', '50']],
    ['D5', ['0.5', '1.2']],
    ['D6', ['5', '1.5']],
    ['D7', ['5', '15']],
    ['D8', ['2', '1']],
    ['D9', []],
    ['D10', []],
  ] as const)('%s carries its numbers and its trap', (id, values) => {
    expect(DEFINITIONS[id].figures.map((figure) => figure.value)).toEqual(values);
    expect(DEFINITIONS[id]).toMatchObject({ id, trap: expect.stringMatching(/./) });
  });

  it('makes both tests of a slug strict (D7)', () => {
    expect(DEFINITIONS.D7.figures.map((figure) => figure.comparison)).toEqual(['moreThan', 'longerThan']);
  });
});

describe('penalties (§ 168-30, domain.md section 2)', () => {
  it('caps a civil fine at $1,000 a day and a misdemeanor count at $1,000 and 364 days', () => {
    expect(CIVIL_FINE_CAP_CENTS).toBe(100_000);
    expect(MISDEMEANOR_FINE_MAX_CENTS_PER_COUNT).toBe(100_000);
    expect(MISDEMEANOR_JAIL_MAX_DAYS).toBe(364);
    expect(CORPORATE_MISDEMEANOR_FINE_MAX_CENTS).toBe(4_000_000);
    expect(LOCAL_LAW_22_ADOPTED_ON).toBe('2009-06-03');
  });

  it('has four tracks and four limitations, each with its authority', () => {
    expect(Object.values(PENALTY_TRACKS).map((track) => track.authority.slice(0, 9))).toEqual([
      '§ 168-30A',
      '§ 168-30B',
      '§ 168-30C',
      '§ 168-30D',
    ]);
    expect(Object.entries(LIMITATION_PERIODS).map(([name, { years, authority }]) => [name, years, authority])).toEqual([
      ['misdemeanor', 2, 'CPL § 30.10(2)'],
      ['pettyOffense', 1, 'CPL § 30.10(2)'],
      ['civilFine', 3, 'CPLR 214(2)'],
      ['expenseRecovery', 3, 'CPLR 214(4)'],
    ]);
  });

  it('takes § 168-28 out of the misdemeanor track and leaves its civil fine to counsel (domain.md 2.3)', () => {
    expect(tracksOf(ruleById('168-28')).map(({ track, standing }) => [track, standing])).toEqual([
      ['misdemeanor', 'closed'],
      ['expenseRecovery', 'open'],
      ['injunction', 'open'],
      ['civilFine', 'counselMustAgree'],
    ]);
    expect(ARTICLE_RULES.filter((rule) => rule.carveOuts.length > 0).map((rule) => rule.number)).toEqual([53]);
  });

  it('opens all four tracks for any other offense and none for a rule of method', () => {
    expect(tracksOf(ruleById('168-27A')).map(({ standing }) => standing)).toEqual(['open', 'open', 'open', 'open']);
    expect(tracksOf(ruleById('168-27I')).every(({ standing }) => standing === 'closed')).toBe(true);
  });
});

describe('ruleOn', () => {
  const printed = ruleById('168-27C(3)');
  const may = { ...printed, effectiveTo: '2026-05-31' };
  const june = { ...printed, version: 2, effectiveFrom: '2026-06-01' };

  it('reads the printed Article on any day when there is no other version', () => {
    expect(ruleOn('168-27C(3)', '1990-01-01')).toBe(printed);
  });

  it('judges by the version of the day (hard case 68)', () => {
    expect(ruleOn('168-27C(3)', '2026-05-31', [may, june]).version).toBe(1);
    expect(ruleOn('168-27C(3)', '2026-06-01', [may, june]).version).toBe(2);
  });

  it('refuses a day that no version covers, and a rule that does not exist', () => {
    const code = (run: () => unknown) => {
      try {
        run();
      } catch (error) {
        return isDomainError(error) ? error.code : error;
      }
      return 'accepted';
    };
    expect(code(() => ruleOn('168-27C(3)', '2026-05-01', [june]))).toBe('LAW.RULE_NOT_IN_FORCE');
    expect(code(() => ruleOn('168-27C(5)', '2026-05-01'))).toBe('LAW.UNKNOWN_RULE');
  });
});
