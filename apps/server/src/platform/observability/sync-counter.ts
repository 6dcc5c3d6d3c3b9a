import type { Counter } from 'prom-client';

/** Counts finished syncs. */
export interface SyncCounter {
  /**
   * Counts a sync of an institution (the aggregator's ID; null if it is not known yet). `outcome`: `synced`, or the kind
   * of the error.
   */
  count(institution: string | null, outcome: string): void;
}

/** The maximum number of institutions with a label of their own. */
const maxLabels = 100;
/** How many syncs an institution needs before it gets a label. */
const syncsBeforeLabel = 10;

/**
 * Creates the counter of syncs. There are more than ten thousand institutions, and each label costs the operator a time
 * series per outcome. So only the first hundred institutions to reach ten syncs in this process get a label. These are
 * the ones with the most users. All others are counted as `other`. A label is never removed, because a counter must not
 * decrease.
 */
export function createSyncCounter(
  counter: Pick<Counter<'institution' | 'outcome'>, 'inc'>,
): SyncCounter {
  const labeled = new Set<string>();
  const unlabeledSyncs = new Map<string, number>();

  /** Counts a sync toward a label for its institution. Returns the label of this sync. */
  function labelSync(institution: string | null): string {
    if (institution === null) return 'other';
    if (labeled.has(institution)) return institution;
    if (labeled.size >= maxLabels) return 'other';
    const syncs = (unlabeledSyncs.get(institution) ?? 0) + 1;
    unlabeledSyncs.set(institution, syncs);
    if (syncs >= syncsBeforeLabel) {
      labeled.add(institution);
      unlabeledSyncs.delete(institution);
      if (labeled.size >= maxLabels) unlabeledSyncs.clear();
    }
    return 'other';
  }

  return {
    count: (institution, outcome) => counter.inc({ institution: labelSync(institution), outcome }),
  };
}
