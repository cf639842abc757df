import fc from 'fast-check';

import { HIDDEN, idsIn, namesHidden, textsIn, withoutHidden } from './belongs.rules.js';

const CASE = '9657e3a6-aee6-5156-8dfd-28430fcf410b';
const PARTY = '7ea1428a-1668-58c6-b38d-bbb9e9a78d24';
const OTHER = '99999999-9999-5999-8999-999999999999';

describe('what names something hidden (issue 4, deliverable 5)', () => {
  it.each([
    ['the id itself', CASE],
    ['what is a child of it', `${CASE}.agreement-1.milestone-2`],
    ['its stream', `case-${CASE}`],
    ['a clock about it', `appealWindow:${CASE}.finding-1`],
    ['a sentence with it', `Consolidated into ${CASE}, for good.`],
  ])('%s', (_what, text) => expect(namesHidden(text, new Set([CASE]))).toBe(true));

  it('a fine is hidden without the other fines of its party, and with its statements', () => {
    const hidden = new Set([`${PARTY}.fine-2`]);
    expect(namesHidden(`${PARTY}.fine-2.statement-1`, hidden)).toBe(true);
    expect(namesHidden(`fines-${PARTY}.fine-2`, hidden)).toBe(true);
    for (const other of [`${PARTY}.fine-1`, `${PARTY}.fine-21`, PARTY, `fines-${PARTY}`])
      expect(namesHidden(other, hidden)).toBe(false);
  });

  it('ids are read out of any text without an end to it', () => {
    fc.assert(fc.property(fc.string(), (text) => idsIn(text).size <= text.length * 3 + 1));
  });
});

describe('an answer without what is hidden', () => {
  const hidden = new Set([CASE]);

  it('loses each member of a list that names it, in a value or in a key, the innermost list alone', () => {
    const answer = {
      cases: [
        { caseId: OTHER, findings: [{ id: `${OTHER}.finding-1` }, { id: `${CASE}.finding-1` }] },
        { caseId: CASE, title: 'x' },
        { caseId: OTHER, by: { [CASE]: 1 } },
      ],
      next: null,
    };
    expect(withoutHidden(answer, hidden)).toEqual({
      cases: [{ caseId: OTHER, findings: [{ id: `${OTHER}.finding-1` }] }],
      next: null,
    });
  });

  it('is hidden as a whole where it is named outside of every list', () => {
    expect(withoutHidden({ title: 'x', part: { caseId: CASE } }, hidden)).toBe(HIDDEN);
    expect(withoutHidden({ [CASE]: [] }, hidden)).toBe(HIDDEN);
  });

  it('is the very same value where nothing is hidden in it, and never holds a hidden id after', () => {
    const id = fc.constantFrom(CASE, OTHER, PARTY, `${CASE}.finding-1`, 'a text');
    const json = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        id,
        fc.integer(),
        fc.array(tie('value')),
        fc.dictionary(id, tie('value')),
      ),
    })).value;
    fc.assert(
      fc.property(json, (answer) => {
        const left = withoutHidden(answer, hidden);
        const before = [...textsIn(answer)].some((text) => namesHidden(text, hidden));
        if (!before) expect(left).toBe(answer);
        else if (left !== HIDDEN) expect([...textsIn(left)].filter((text) => namesHidden(text, hidden))).toEqual([]);
      }),
    );
  });
});
