import fc from 'fast-check';

import { parseGroupMapping, rolesOfGroups } from './open-id-groups.js';

const ROLES = ['officer', 'clerk', 'boardMember'];
const MAPPING = parseGroupMapping('sewer-officers=officer/Town, board=boardMember/Town, desk=clerk/Town', ROLES);

describe('which group stands for which role (issue 4, deliverable 2)', () => {
  it('is written as group=role/Capacity, parted by commas, with or without spaces', () => {
    const mapping = parseGroupMapping(' sewer officers = officer / Town,board=boardMember/Town, ', ROLES);
    expect([...mapping]).toEqual([
      ['sewer officers', [{ role: 'officer', capacity: 'Town' }]],
      ['board', [{ role: 'boardMember', capacity: 'Town' }]],
    ]);
  });

  it('a group may stand for several roles, and several groups for one', () => {
    const mapping = parseGroupMapping('a=officer/Town, a=officer/Village, b=officer/Town', ROLES);
    expect(rolesOfGroups(mapping, ['a', 'b'])).toEqual([
      { role: 'officer', capacity: 'Town' },
      { role: 'officer', capacity: 'Village' },
    ]);
  });

  it.each([
    ['sewer-officers', 'is not of the form group=role/Capacity.'],
    ['sewer-officers=officer', 'is not of the form group=role/Capacity.'],
    ['=officer/Town', 'is not of the form group=role/Capacity.'],
    ['a=/Town', 'is not of the form group=role/Capacity.'],
    ['a=officer/', 'is not of the form group=role/Capacity.'],
    ['a=officer/Town/Village', 'is not of the form group=role/Capacity.'],
    ['cn=sewer=officer/Town', 'is not of the form group=role/Capacity.'],
    ['a=sheriff/Town', 'names no role; there are: officer, clerk, boardMember.'],
    ['a=Officer/Town', 'names no role; there are: officer, clerk, boardMember.'],
    ['a=constructor/Town', 'names no role; there are: officer, clerk, boardMember.'],
    ['a=officer/County', 'names no capacity: Town, Village, Commission.'],
    ['a=boardMember/Village', 'is another Board than the Town has.'],
  ])('an entry that cannot be meant, "%s", is refused by name and rule', (entry, rule) => {
    expect(() => parseGroupMapping(`desk=clerk/Town, ${entry}`, ROLES)).toThrow(
      expect.objectContaining({
        code: 'SERVER.BAD_CONFIGURATION',
        message: `OUTFALL_OIDC_GROUPS: "${entry}" ${rule}`,
        details: expect.objectContaining({ field: 'OUTFALL_OIDC_GROUPS' }),
      }),
    );
  });

  it.each(['', ' ', ',', ' , ,'])('a mapping of no group, "%s", is refused: nobody could sign in', (text) => {
    expect(() => parseGroupMapping(text, ROLES)).toThrow(expect.objectContaining({ code: 'SERVER.BAD_CONFIGURATION' }));
  });
});

describe('what a claim of groups gives (fault P03: an empty claim is not full access)', () => {
  it.each<readonly [string, unknown]>([
    ['missing', undefined],
    ['null', null],
    ['an empty list', []],
    ['an empty text', ''],
    ['a number', 1],
    ['true', true],
    ['an object', { 0: 'sewer-officers', length: 1 }],
    ['names that every object has', ['constructor', '__proto__', 'toString']],
    ['a star', ['*']],
    ['a name written otherwise', ['Sewer-Officers', ' sewer-officers', 'sewer-officers ']],
  ])('%s gives nothing', (_what, claim) => {
    expect(rolesOfGroups(MAPPING, claim)).toEqual([]);
  });

  it('one name alone stands for a list of one, as some providers send it', () => {
    expect(rolesOfGroups(MAPPING, 'desk')).toEqual([{ role: 'clerk', capacity: 'Town' }]);
  });

  it('whatever the claim is, it gives exactly the roles of the groups named in it, each once', () => {
    const group = fc.oneof(fc.constantFrom('sewer-officers', 'board', 'desk'), fc.string());
    const claims = fc.oneof(fc.array(fc.oneof(group, fc.anything())), fc.anything());
    fc.assert(
      fc.property(claims, (claim) => {
        const named = Array.isArray(claim) ? claim : [claim];
        const expected = [...MAPPING].flatMap(([name, roles]) => (named.includes(name) ? roles : []));
        const given = rolesOfGroups(MAPPING, claim);
        expect(given).toHaveLength(expected.length);
        expect(given).toEqual(expect.arrayContaining(expected));
      }),
    );
  });
});
