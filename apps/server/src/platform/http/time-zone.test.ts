import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { timeZoneOf, todayIn } from './time-zone.ts';

const clockAt = (instant: string) => ({ now: () => new Date(instant) });

describe('the time zone header', () => {
  test.each([['Europe/Berlin'], ['America/Los_Angeles'], ['Asia/Kathmandu'], ['UTC']])(
    '%s is accepted',
    (zone) => expect(timeZoneOf(zone)).toBe(zone),
  );

  test.each([
    [undefined],
    [''],
    ['Europe/Atlantis'],
    ['+02:00'],
    ['-05'],
    ["Europe/Berlin'; drop table users"],
    ['x'.repeat(65)],
    [['Europe/Berlin', 'Asia/Tokyo']],
  ])('%j falls back to UTC', (header) => expect(timeZoneOf(header)).toBe('UTC'));

  test('any header results in a valid day', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom(...zones)), (header) => {
        const today = todayIn(timeZoneOf(header), clockAt('2026-05-15T12:00:00Z'));
        expect(['2026-05-14', '2026-05-15', '2026-05-16']).toContain(today.toString());
      }),
    );
  });
});

describe('today', () => {
  test.each([
    ['2026-12-31T23:30:00Z', 'UTC', '2026-12-31'],
    ['2026-12-31T23:30:00Z', 'Europe/Berlin', '2027-01-01'],
    ['2027-01-01T04:30:00Z', 'America/New_York', '2026-12-31'],
    ['2027-01-01T00:30:00Z', 'Pacific/Kiritimati', '2027-01-01'],
    // The starts and ends of daylight saving time.
    ['2026-03-29T00:59:59Z', 'Europe/Berlin', '2026-03-29'],
    ['2026-10-24T22:00:00Z', 'Europe/Berlin', '2026-10-25'],
    ['2026-10-25T22:59:59Z', 'Europe/Berlin', '2026-10-25'],
    ['2026-10-25T23:00:00Z', 'Europe/Berlin', '2026-10-26'],
    ['2028-02-29T10:00:00Z', 'Asia/Tokyo', '2028-02-29'],
  ])('at %s in %s it is %s', (instant, zone, day) => {
    expect(todayIn(zone, clockAt(instant)).toString()).toBe(day);
  });
});
