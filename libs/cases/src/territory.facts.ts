/** Where a place lies, in the words of the registry, for the pure files of this capability. */
export type { Jurisdiction } from '#registry/published';
