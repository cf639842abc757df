const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1', 'localhost']);

/** Whether a name means this very machine. */
export const isLoopback = (host: string): boolean => LOOPBACK.has(host);
