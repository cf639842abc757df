import { ARTICLE_ADOPTED_ON } from './penalties.js';
import type { Citation, Confidence, HistoryNote, Limit, Rule, RuleTest, TestType } from './rule.types.js';

/** The history note at the Article's head. It gives the adoption; when the Article took effect is not in the text. */
export const ARTICLE_HISTORY: HistoryNote = {
  adoptedOn: ARTICLE_ADOPTED_ON,
  instrument: 'The Article, added 6-17-1987',
  paragraphs: [],
  note: 'Date of the history note, that is of adoption. § 168-31B: in force after passage, approval, recording and publication; the day is not in the text.',
};

type Given = Pick<Rule, 'ruleId' | 'number' | 'citation' | 'title' | 'actors' | 'requirement'> &
  Partial<Omit<Rule, 'tests' | 'testType'>> & { readonly tests?: readonly (TestType | RuleTest)[] };

/** Fills the parts of a rule that most rows leave empty. A row without tests creates no offense and has no nature. */
export const defineRule = (given: Given): Rule => {
  const tests = (given.tests ?? []).map((test) => (typeof test === 'string' ? { type: test, appliesTo: null } : test));
  const createsOffense = given.createsOffense ?? tests.length > 0;
  return {
    version: 1,
    kind: 'duty',
    limit: null,
    externalLimit: null,
    figures: [],
    nature: null,
    natureAuthority: 'The rule creates no offense; it has no nature',
    deadline: null,
    fee: null,
    exceptions: [],
    carveOuts: [],
    history: [ARTICLE_HISTORY],
    effectiveFrom: null,
    effectiveTo: null,
    effectiveNote: "In force from the Article's beginning; its effective date is not in the text.",
    notes: [],
    conflicts: [],
    ...given,
    createsOffense,
    tests,
    testType: tests[0]?.type ?? null,
  };
};

/** Citations of one section, whose letters share a source and a confidence (domain.md 1.0). */
export const citationsOf =
  (section: string, confidence: Confidence) =>
  (
    subsection: string | null,
    paragraph: string | null = null,
    paragraphs: readonly string[] = [],
    ownConfidence: Confidence = confidence,
  ): Citation => ({
    section,
    subsection,
    paragraph,
    paragraphs,
    letterSource: subsection === null && paragraphs.length === 0 ? 'confirmed' : 'inferred',
    confidence: ownConfidence,
  });

/** A strict limit of a discharge rule: only a value past the figure is caught. */
export const strictLimit = (
  limit: Pick<Limit, 'parameter' | 'value' | 'unit' | 'words'> & {
    readonly comparison: 'above' | 'below';
  } & Partial<Limit>,
): Limit => ({ strict: true, role: 'forbidden', conflictBand: null, note: null, ...limit });

/** Why a nature was chosen. A reading of counsel recorded as policy (`rule-nature:<ruleId>`) beats each of these. */
export const NATURE_AUTHORITY = {
  dischargeSampled:
    'Product default (domain brief 5.10): a discharge is episodic and each proof proves its own day only',
  dischargeSeen:
    'Product default: a discharge is episodic like those of domain 5.10; the reading that charges less until counsel says otherwise',
  act: 'Product default: the text forbids or requires a single act and speaks of no lasting state; seen days only, the reading that charges less until counsel says otherwise',
} as const;
