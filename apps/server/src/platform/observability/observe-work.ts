import type { ObserveJob } from '../jobs/queue.ts';
import type { ObserveCall } from '../providers/observe-call.ts';
import type { Metrics } from './metrics.ts';
import type { Tracing } from './tracing.ts';

/** Functions with which other services measure their work. */
export interface WorkObservers {
  observeCall: ObserveCall;
  observeJob: ObserveJob;
}

/** Measures calls to providers and jobs, and traces them. */
export function createWorkObservers(metrics: Metrics, tracing: Tracing): WorkObservers {
  return {
    async observeCall({ provider, call }, send, { outcomeOfResult, outcomeOfError } = {}) {
      const stopTimer = metrics.providerCallDuration.startTimer({ provider });
      let outcome = 'unavailable';
      try {
        const result = await tracing.trace(
          {
            name: `${provider} ${call}`,
            kind: 'client',
            attributes: { 'cairn.provider': provider },
          },
          send,
        );
        outcome = outcomeOfResult?.(result) ?? 'ok';
        return result;
      } catch (error) {
        outcome = outcomeOfError?.(error) ?? 'unavailable';
        throw error;
      } finally {
        stopTimer();
        metrics.providerCalls.inc({ provider, call, outcome });
      }
    },
    async observeJob(job, run) {
      const stopTimer = metrics.jobDuration.startTimer({ job });
      metrics.runningJobs.inc({ job });
      let outcome = 'failed';
      try {
        await tracing.trace(
          { name: `job ${job}`, kind: 'consumer', attributes: { 'cairn.job': job } },
          run,
        );
        outcome = 'succeeded';
      } finally {
        stopTimer();
        metrics.runningJobs.dec({ job });
        metrics.jobRuns.inc({ job, outcome });
      }
    },
  };
}
