/** Ends an exhaustive switch: a forgotten member of the union is a compile error here. */
export const assertNever = (value: never): never => {
  throw new TypeError(`unhandled member: ${JSON.stringify(value)}`);
};
