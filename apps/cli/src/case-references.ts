/** Answers saved in the course of a case, by name. */
export type Saved = ReadonlyMap<string, unknown>;

const REFERENCE = /^\$([A-Za-z]\w*)((?:\.\w+|\[\d+\])*)$/;

/** A part of a value by a path such as `days[0].cents`; throws when it is not there. */
export const partAt = (value: unknown, path: string, whole: string): unknown => {
  let part = value;
  for (const [, name, index] of path.matchAll(/(?:^|\.)(\w+)|\[(\d+)\]/g)) {
    const key = name ?? Number(index);
    if (part === null || typeof part !== 'object' || !(key in part))
      throw new Error(`${whole}: there is no ${String(key)}`);
    part = (part as Record<string | number, unknown>)[key];
  }
  return part;
};

/**
 * Puts saved answers in place of references: a text that is as a whole `$name` or `$name.path[0]`. A text that begins
 * with a dollar sign of its own is written with two.
 */
export const resolveReferences = (value: unknown, saved: Saved): unknown => {
  if (typeof value === 'string') {
    if (value.startsWith('$$')) return value.slice(1);
    const match = REFERENCE.exec(value);
    if (!match) {
      if (/^\$[A-Za-z]/.test(value))
        throw new Error(`"${value}" is no reference; a text that begins with $ is written $$`);
      return value;
    }
    const [, name, path] = match;
    if (!saved.has(name!)) throw new Error(`${value}: nothing was saved as ${name}`);
    return partAt(saved.get(name!), path!, value);
  }
  if (Array.isArray(value)) return value.map((member) => resolveReferences(member, saved));
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, resolveReferences(member, saved)]));
  return value;
};
