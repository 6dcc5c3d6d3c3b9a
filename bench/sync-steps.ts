import { noTracing, type Tracing } from '../apps/server/src/platform/observability/tracing.ts';

/** The parts of a sync's write, by what their statements contain. The first match counts. */
const steps: [name: string, pattern: RegExp][] = [
  ['updating the planner statistics', /^analyze/],
  ['writing the transactions', /insert into transactions /],
  ['daily and monthly totals', /daily_totals|daily_category_totals|monthly_group_totals/],
  ['search texts', /search_texts/],
  ['posted totals for past balances', /daily_posted_totals/],
  ['matching transfers', /transfer_pair_id/],
  ['counting listed transactions', /listed_count/],
];
const fetchStep = 'fetching and staging the pages';
const otherStep = 'other statements of the write';

/** Measures the steps of a sync. */
export interface StepTimer {
  /** To be passed to `createServices`. */
  tracing: Tracing;
  /** The milliseconds of each step since the last call. */
  takeSteps(): Map<string, number>;
}

/** Creates a timer that measures the phases and statements of a sync through its traces. */
export function createStepTimer(): StepTimer {
  let times = new Map<string, number>();
  let isWriting = false;
  const measure = async <T>(step: string, run: () => Promise<T>): Promise<T> => {
    const startedAt = performance.now();
    try {
      return await run();
    } finally {
      times.set(step, (times.get(step) ?? 0) + performance.now() - startedAt);
    }
  };
  return {
    tracing: {
      ...noTracing,
      trace: async ({ name }, run) => {
        if (name === 'sync fetch') return await measure(fetchStep, run);
        isWriting = name === 'sync write';
        try {
          return await run();
        } finally {
          isWriting = false;
        }
      },
      // The statements of the fetch are part of its time.
      traceStatement: (text, run) => (isWriting ? measure(stepOf(text), run) : run()),
    },
    takeSteps() {
      const taken = times;
      times = new Map();
      return taken;
    },
  };
}

const stepOf = (text: string): string =>
  steps.find(([, pattern]) => pattern.test(text))?.[0] ?? otherStep;
