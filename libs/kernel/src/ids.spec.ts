import { UUID, v5 } from './ids.js';

describe('name-based ids', () => {
  it('gives the same id for the same names and another for names cut elsewhere', () => {
    expect(v5('stream', 'command', '0')).toBe(v5('stream', 'command', '0'));
    expect(v5('ab', 'c')).not.toBe(v5('a', 'bc'));
    expect(v5('a')).toMatch(UUID);
    expect(v5('a').charAt(14)).toBe('5');
  });
});
