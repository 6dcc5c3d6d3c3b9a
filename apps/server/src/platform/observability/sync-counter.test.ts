import { Counter, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createSyncCounter } from './sync-counter.ts';

async function countSyncs(count: (sync: (institution: string | null) => void) => void) {
  const registers = [new Registry()];
  const labelNames = ['institution', 'outcome'] as const;
  const counter = new Counter({ name: 'syncs_total', help: 'Syncs', labelNames, registers });
  const { count: countSync } = createSyncCounter(counter);
  count((institution) => countSync(institution, 'synced'));
  const { values } = await counter.get();
  return new Map(values.map(({ labels, value }) => [labels.institution, value]));
}

test('an institution gets its own label after ten syncs, and earlier ones are counted as other', async () => {
  const counts = await countSyncs((sync) => {
    for (let time = 0; time < 12; time += 1) sync('ins_1');
    sync('ins_2');
    sync(null);
  });
  expect(Object.fromEntries(counts)).toEqual({ other: 12, ins_1: 2 });
});

test('at most a hundred institutions get a label, no matter how many are synced', async () => {
  const counts = await countSyncs((sync) => {
    for (let time = 0; time < 20; time += 1)
      for (let institution = 0; institution < 12_000; institution += 1) sync(`ins_${institution}`);
  });
  expect(counts.size).toBe(101);
  expect([...counts.values()].reduce((sum, value) => sum + Number(value), 0)).toBe(240_000);
});
