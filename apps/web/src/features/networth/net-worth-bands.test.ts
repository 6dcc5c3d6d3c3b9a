import { expect, test } from 'vitest';
import { stackBands } from './net-worth-bands.ts';

const history = {
  groups: [
    { group: 'checking', is_debt: false },
    { group: 'savings', is_debt: false },
    { group: 'credit card', is_debt: true },
    { group: 'mortgage', is_debt: true },
  ],
  points: [
    { date: '2026-05-01', assets: 150, debts: 230, net: -80, groups: [100, 50, 30, 200] },
    // An overdrawn account, and an overpaid card.
    { date: '2026-05-02', assets: 30, debts: 190, net: -160, groups: [-20, 50, -10, 200] },
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

test('the ends of the stack add up to net worth', () => {
  const bands = stackBands(history);
  for (const [index, { net }] of history.points.entries()) {
    const up = Math.max(...bands.map(({ spans }) => spans[index]?.[1] ?? 0));
    const down = Math.min(...bands.map(({ spans }) => spans[index]?.[0] ?? 0));
    expect(up + down).toBe(net);
  }
});

test('every group of either side has its own color', () => {
  const colors = stackBands(history).map(({ color }) => color);
  expect(new Set(colors).size).toBe(4);
  for (const color of colors) expect(color).toMatch(/^var\(--category-\d+\)$/);
});
