import { DomainError, isDomainError } from './domain-error.js';

describe('a refusal', () => {
  it('carries a code of the form CAPABILITY.REASON and is recognized by its shape, not its class', () => {
    const refusal = new DomainError('FINES.OVER_DAILY_CAP', 'Over the cap.', { day: '2026-06-01' });
    expect(refusal).toMatchObject({ kind: 'refused', details: { day: '2026-06-01' } });
    expect(isDomainError({ isDomainError: true })).toBe(true);
    expect(isDomainError(new Error('x'))).toBe(false);
    expect(() => new DomainError('over the cap', 'x')).toThrow(TypeError);
  });
});
