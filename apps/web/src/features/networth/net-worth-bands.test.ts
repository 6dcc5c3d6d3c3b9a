import { expect, test } from 'vitest';
import { stackBands } from './net-worth-bands.ts';

type Kind = 'seen' | 'computed' | 'estimated';

const account = (group: string, kinds: Kind[], is_debt = false) => ({
  account_id: group,
  is_debt,
  group,
  balances: kinds.map(() => 1),
  kinds,
});

const point = (
  date: string,
  sums: { assets: number; debts: number; net: number; groups: number[] },
) => ({ date, ...sums, estimated: false });

const history = {
  groups: [
    { group: 'checking', is_debt: false },
    { group: 'savings', is_debt: false },
    { group: 'credit card', is_debt: true },
    { group: 'mortgage', is_debt: true },
  ],
  accounts: [
    account('checking', ['computed', 'seen']),
    account('savings', ['estimated', 'seen']),
    account('savings', ['computed', 'seen']),
    account('credit card', ['computed', 'seen'], true),
    account('mortgage', ['estimated', 'seen'], true),
  ],
  points: [
    point('2026-05-01', { assets: 150, debts: 230, net: -80, groups: [100, 50, 30, 200] }),
    // On this day, an account is overdrawn, and a card is overpaid.
    point('2026-05-02', { assets: 30, debts: 190, net: -160, groups: [-20, 50, -10, 200] }),
  ],
};

test('assets stack up from zero and debts stack down, in group order', () => {
  const bands = stackBands(history);
  expect(bands.map(({ group, spans }) => [group, spans[0]])).toEqual([
    ['checking', [0, 100]],
    ['savings', [100, 150]],
    ['credit card', [-30, 0]],
    ['mortgage', [-230, -30]],
  ]);
  expect(bands.map(({ sums }) => sums[0])).toEqual([100, 50, 30, 200]);
});

test('an overdrawn asset stacks below zero and an overpaid debt above zero', () => {
  expect(stackBands(history).map(({ spans }) => spans[1])).toEqual([
    [-20, 0],
    [0, 50],
    [50, 60],
    [-220, -20],
  ]);
});

test('the top and the bottom of the stack add up to net worth', () => {
  const bands = stackBands(history);
  for (const [index, { net }] of history.points.entries()) {
    const up = Math.max(...bands.map(({ spans }) => spans[index]?.[1] ?? 0));
    const down = Math.min(...bands.map(({ spans }) => spans[index]?.[0] ?? 0));
    expect(up + down).toBe(net);
  }
});

test('a band is estimated where one of its accounts is, and unknown where all are', () => {
  const bands = stackBands(history);
  expect(bands.map(({ group, estimated, unknown }) => [group, estimated[0], unknown[0]])).toEqual([
    ['checking', false, false],
    ['savings', true, false],
    ['credit card', false, false],
    ['mortgage', true, true],
  ]);
  expect(bands.some(({ estimated }) => estimated[1])).toBe(false);
});

const colorsOf = (...groups: [group: string, is_debt: boolean][]) =>
  stackBands({
    points: [],
    accounts: [],
    groups: groups.map(([group, is_debt]) => ({ group, is_debt })),
  }).map(({ color }) => color);

test('every group has its own color, and a common group always has the same color', () => {
  const many = colorsOf(
    ['checking', false],
    ['cd', false],
    ['401k', false],
    ['hsa', false],
    ['crypto', false],
    ['credit card', true],
    ['mortgage', true],
    ['other', true],
  );
  expect(new Set(many).size).toBe(8);
  for (const color of many) expect(color).toMatch(/^var\(--band-\d+\)$/);
  expect(colorsOf(['401k', false], ['mortgage', true])).toEqual([many[2], many[6]]);
});
