import { readFileSync } from 'node:fs';
import { holidayOn, holidaysOf, isBusinessDay, nextBusinessDay, nonBusinessReason } from './holidays.js';

const table = (year: number): string[][] =>
  [
    ...readFileSync(new URL(`./fixtures/HOL_${year}_ny_public_holidays.csv`, import.meta.url), 'utf8')
      .trim()
      .split(/\r?\n/),
  ]
    .slice(1)
    .map((line) => line.match(/("[^"]*"|[^,]*)(?:,|$)/g)!.map((cell) => cell.replace(/,$/, '').replace(/^"|"$/g, '')));

describe('public holidays (Gen. Constr. Law § 24)', () => {
  it.each([2024, 2025])('are, for %d, exactly the published list and Flag Day', (year) => {
    const expected = table(year);
    expect(expected).toHaveLength(14);
    expect(holidaysOf(year).map(({ day, name }) => [day, name])).toEqual(expected.map(([day, , name]) => [day, name]));
  });

  it.each([...table(2024), ...table(2025)])('count %s (%s), %s, as no business day', (day, weekdayName, name) => {
    expect(holidayOn(day)).toEqual({ name, authority: 'Gen. Constr. Law § 24' });
    expect(isBusinessDay(day)).toBe(false);
    expect(nonBusinessReason(day)!.why).toBe(weekdayName === 'Sunday' ? `Sunday, ${name}` : name);
  });

  it("add Monday 13 February 2034, since Lincoln's Birthday falls on the Sunday", () => {
    expect(holidayOn('2034-02-12')?.name).toBe("Lincoln's Birthday");
    expect(holidayOn('2034-02-13')?.name).toBe("Lincoln's Birthday (for Sunday)");
    expect(holidaysOf(2034).find(({ day }) => day === '2034-02-13')?.movedFrom).toBe('2034-02-12');
    expect(isBusinessDay('2034-02-13')).toBe(false);
  });

  it('do not include Friday 3 July 2026: a Saturday holiday does not move (DL-09, hard case 7)', () => {
    expect(holidayOn('2026-07-03')).toBeNull();
    expect(isBusinessDay('2026-07-03')).toBe(true);
    expect(nextBusinessDay('2026-07-03')).toBe('2026-07-03');
    expect(holidayOn('2026-07-04')?.name).toBe('Independence Day');
    expect(nextBusinessDay('2026-07-04')).toBe('2026-07-06');
  });

  it('include no Friday or Monday for Juneteenth and Christmas of 2021, both Saturdays (DL-09)', () => {
    expect(['2021-06-18', '2021-06-21', '2021-12-24', '2021-12-27'].map((day) => holidayOn(day))).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it('include Monday 5 July 2027, since 4 July falls on the Sunday', () => {
    expect(holidayOn('2027-07-05')?.name).toBe('Independence Day (for Sunday)');
    expect(nextBusinessDay('2027-07-03')).toBe('2027-07-06');
  });

  it('do not move Flag Day, always a Sunday, to the Monday', () => {
    expect(holidayOn('2026-06-14')?.name).toBe('Flag Day');
    expect(isBusinessDay('2026-06-15')).toBe(true);
  });

  it('include general election day in odd years too, on the Tuesday after the first Monday', () => {
    expect(holidayOn('2027-11-02')?.name).toBe('General Election Day');
    expect(holidayOn('2022-11-08')?.name).toBe('General Election Day');
    expect(holidayOn('2022-11-01')).toBeNull();
  });

  it('have Juneteenth from 2021, the first after chapter 249 of the Laws of 2020, and King Day from 1985', () => {
    expect(holidayOn('2020-06-19')).toBeNull();
    expect(holidayOn('2021-06-19')?.name).toBe('Juneteenth');
    expect(holidayOn('1984-01-16')).toBeNull();
    expect(holidayOn('1987-01-19')?.name).toBe('Dr. Martin Luther King, Jr. Day');
  });

  it('do not include days off that the federal calendar, a bank or Town Hall may keep', () => {
    for (const day of ['2025-02-14', '2026-02-16', '2026-11-27', '2026-12-24', '2025-02-15', '2022-12-30'])
      expect([day, holidayOn(day)?.name ?? null]).toEqual([day, day === '2026-02-16' ? "Washington's Birthday" : null]);
  });

  it('take special days entered by hand, with the paper that appoints them', () => {
    const specials = [
      { day: '2026-09-15', name: 'Day of prayer', authority: 'Proclamation 12 of 2026' },
      { day: '2026-12-25', name: 'Day of thanksgiving', authority: 'Proclamation 13 of 2026' },
    ];
    expect(isBusinessDay('2026-09-15')).toBe(true);
    expect(isBusinessDay('2026-09-15', specials)).toBe(false);
    expect(holidayOn('2026-09-15', specials)).toEqual({ name: 'Day of prayer', authority: 'Proclamation 12 of 2026' });
    expect(holidayOn('2026-12-25', specials)?.name).toBe('Christmas Day');
    expect(holidaysOf(2026, specials)).toHaveLength(16);
    expect(holidaysOf(2027, specials).some(({ name }) => name === 'Day of prayer')).toBe(false);
  });
});
