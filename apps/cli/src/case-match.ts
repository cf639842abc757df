/** One place where an answer is not as expected. */
export interface Difference {
  readonly path: string;
  readonly expected: string;
  readonly actual: string;
}

const show = (value: unknown): string => {
  if (value === undefined) return 'absent';
  const text = JSON.stringify(value);
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
};

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Matcher = (expected: unknown, actual: unknown, path: string) => readonly Difference[];

const difference = (path: string, expected: string, actual: unknown): readonly Difference[] => [
  { path: path === '' ? '(answer)' : path, expected, actual: show(actual) },
];

/** Words that say more than a value can; each stands alone: `{ $includes: [...] }`. */
const MATCHERS: Readonly<Record<string, Matcher>> = {
  $includes: (expected, actual, path) => {
    const wanted = Array.isArray(expected) ? expected : [expected];
    if (!Array.isArray(actual)) return difference(path, 'a list', actual);
    return wanted.flatMap((member) =>
      actual.some((candidate) => differences(member, candidate).length === 0)
        ? []
        : difference(path, `a member like ${show(member)}`, actual),
    );
  },
  $excludes: (expected, actual, path) => {
    const unwanted = Array.isArray(expected) ? expected : [expected];
    if (!Array.isArray(actual)) return difference(path, 'a list', actual);
    return unwanted.flatMap((member) =>
      actual.some((candidate) => differences(member, candidate).length === 0)
        ? difference(path, `no member like ${show(member)}`, actual)
        : [],
    );
  },
  $length: (expected, actual, path) => {
    const length = Array.isArray(actual) || typeof actual === 'string' ? actual.length : undefined;
    return length === expected ? [] : difference(path, `length ${show(expected)}`, length ?? actual);
  },
  $absent: (_expected, actual, path) => (actual === undefined ? [] : difference(path, 'absent', actual)),
  $present: (_expected, actual, path) =>
    actual === undefined || actual === null ? difference(path, 'something', actual) : [],
  $matches: (expected, actual, path) =>
    typeof actual === 'string' && new RegExp(String(expected), 'u').test(actual)
      ? []
      : difference(path, `a text like /${String(expected)}/`, actual),
  $not: (expected, actual, path) =>
    differences(expected, actual).length > 0 ? [] : difference(path, `not ${show(expected)}`, actual),
};

/**
 * Where an answer differs from what is expected of it. Named parts may have more than is named; lists have the same
 * length and order, member by member; anything else is the same value.
 */
export const differences = (expected: unknown, actual: unknown, path = ''): readonly Difference[] => {
  if (isFields(expected)) {
    const [word, ...others] = Object.keys(expected);
    if (word?.startsWith('$')) {
      const matcher = MATCHERS[word];
      if (!matcher || others.length > 0)
        throw new Error(
          `${path}: ${Object.keys(expected).join(', ')}: one of ${Object.keys(MATCHERS).join(', ')} stands alone`,
        );
      return matcher(expected[word], actual, path);
    }
    if (!isFields(actual)) return difference(path, 'named parts', actual);
    return Object.entries(expected).flatMap(([name, value]) =>
      differences(value, actual[name], path === '' ? name : `${path}.${name}`),
    );
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return difference(path, `a list of ${expected.length}`, actual);
    if (actual.length !== expected.length)
      return difference(path, `${expected.length} member(s): ${show(expected)}`, actual);
    return expected.flatMap((member, index) => differences(member, actual[index], `${path}[${index}]`));
  }
  return Object.is(expected, actual) ? [] : difference(path, show(expected), actual);
};
