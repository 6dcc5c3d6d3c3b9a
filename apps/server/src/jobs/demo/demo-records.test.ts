import { demoPerson } from '@cairn/people/demo/demo-person';
import { describe, expect, test } from 'vitest';
import { isUuid } from '../../platform/identifiers.ts';
import { demoInstitutions } from './demo-institutions.ts';
import { demoPages } from './demo-records.ts';

const generateRecords = (today: string) => {
  const pages = [...demoPages(demoPerson.generateLife(today, 1), today)];
  return {
    pages,
    accounts: pages.flatMap(({ accounts }) => accounts),
    rows: pages.flatMap(({ rows }) => rows),
  };
};

describe("the demo person's records", () => {
  const life = demoPerson.generateLife('2026-11-30', 1);
  const { pages, accounts, rows } = generateRecords('2026-11-30');

  test('contain each account once, at one institution, and each transaction once', () => {
    expect(demoInstitutions.flatMap(({ accountKeys }) => accountKeys).sort()).toEqual(
      life.accounts.map(({ key }) => key).sort(),
    );
    expect(accounts).toHaveLength(life.accounts.length);
    expect(rows).toHaveLength(life.transactions.length);
    expect(new Set(rows.map((row) => row.provider_transaction_id)).size).toBe(rows.length);
    for (const page of pages) expect(page.rows.length).toBeLessThanOrEqual(500);
  });

  test('have valid and unique ids in the order of days and accounts', () => {
    const ids = [...accounts, ...rows].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !isUuid(id) || !/^.{14}7.{4}[89ab]/.test(id))).toEqual([]);
    const harbor = pages.find(({ institution }) => institution === 'harbor')?.accounts ?? [];
    expect(harbor.map(({ id }) => id)).toEqual(harbor.map(({ id }) => id).sort());
    const [first, last] = [rows[0]?.id ?? '', rows.at(-1)?.id ?? ''];
    expect(first < last).toBe(true);
  });

  test('keep the ids of posted transactions on the next day', () => {
    const tomorrowIds = new Map(
      generateRecords('2026-12-01').rows.map((row) => [row.provider_transaction_id, row.id]),
    );
    const posted = rows.filter(({ pending, date }) => !pending && date > '2024-12-31');
    expect(posted.length).toBeGreaterThan(3_000);
    for (const { provider_transaction_id, id } of posted)
      expect(tomorrowIds.get(provider_transaction_id)).toBe(id);
  });
});
