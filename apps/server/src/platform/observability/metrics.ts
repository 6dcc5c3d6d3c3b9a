import {
  Counter,
  type CounterConfiguration,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  Registry,
} from 'prom-client';
import { createSyncCounter, type SyncCounter } from './sync-counter.ts';

/**
 * Measures what operators watch in this process. deploy/prometheus/alerts.yml has the alerts. No label contains data of
 * a user, and every label has a bounded number of values.
 */
export interface Metrics {
  /** Requests by `call` and `status`. `call` is the contract's key, or the route of anything else. */
  requests: Counter<'call' | 'status'>;
  /** Seconds from the request to the end of its response, by `call`. Excludes event streams, which stay open. */
  requestDuration: Histogram<'call'>;
  /** Open event streams. */
  openStreams: Gauge;
  /** Attempts to call a provider, by `outcome`: `ok`, `rejected`, or `unavailable`. */
  providerCalls: Counter<'provider' | 'call' | 'outcome'>;
  /** Seconds of each attempt, by `provider`. */
  providerCallDuration: Histogram<'provider'>;
  /** Jobs that are running in this process. */
  runningJobs: Gauge<'job'>;
  /** Job runs by `outcome`: `succeeded` or `failed`. */
  jobRuns: Counter<'job' | 'outcome'>;
  /** Seconds of each run, by `job`. */
  jobDuration: Histogram<'job'>;
  /** Counts finished syncs by institution and outcome. */
  syncs: SyncCounter;
  /** Sign-ins by `method` and `outcome`: `signed_in`, or the error code of the failure. */
  signIns: Counter<'method' | 'outcome'>;
  /** Wrong passwords and second factors of signed-in users, by `factor`. */
  stepUpFailures: Counter<'factor'>;
  /** Requests over a rate limit, by its name. */
  rateLimited: Counter<'limit'>;
  /** Requests that were denied, by error code: `unauthenticated`, `subscription_required`, and so on. */
  denials: Counter<'code'>;
  /** Webhooks with an invalid signature, by `provider`. */
  webhookSignatureFailures: Counter<'provider'>;
  /** Refresh tokens that were used a second time. */
  refreshTokenReuses: Counter;
  /** Registers gauges whose values are read when the metrics are scraped. */
  registry: Registry;
  /**
   * Returns all metrics in the text format of Prometheus, including the process's memory, CPU time, and event-loop
   * delay.
   */
  render(): Promise<string>;
}

// In seconds. A call should take milliseconds. A call to a provider can take up to its timeout of ten seconds.
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const providerBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const jobBuckets = [0.01, 0.1, 0.5, 1, 5, 15, 60, 300];

/** Creates the metrics of a process, all at zero. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectProcessMetrics(registry);
  return {
    ...createLoadMetrics(registry),
    ...createAttackMetrics(registry),
    registry,
    render: () => registry.metrics(),
  };
}

/** Collects memory, CPU time, garbage collection, and event-loop delay. */
function collectProcessMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry, prefix: 'cairn_' });
  // These gauges have the suffix that Prometheus reserves for counters, and only sum up the gauges without the suffix.
  for (const name of ['handles', 'requests', 'resources'])
    registry.removeSingleMetric(`cairn_nodejs_active_${name}_total`);
}

const counterIn =
  (registry: Registry) =>
  <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) => {
    const configuration: CounterConfiguration<Label> = {
      name,
      help,
      labelNames,
      registers: [registry],
    };
    return new Counter(configuration);
  };

function createLoadMetrics(registry: Registry) {
  const registers = [registry];
  const counter = counterIn(registry);
  const histogram = <Label extends string>(
    name: string,
    { help, label, buckets }: { help: string; label: Label; buckets: number[] },
  ) => new Histogram({ name, help, labelNames: [label], buckets, registers });
  return {
    requests: counter('cairn_http_requests_total', 'Requests by call and status', 'call', 'status'),
    requestDuration: histogram('cairn_http_request_duration_seconds', {
      help: 'Time from a request to the end of its response, excluding event streams',
      label: 'call',
      buckets: requestBuckets,
    }),
    openStreams: new Gauge({ name: 'cairn_event_streams', help: 'Open event streams', registers }),
    providerCalls: counter(
      'cairn_provider_calls_total',
      'Attempts to call a provider, by outcome',
      'provider',
      'call',
      'outcome',
    ),
    providerCallDuration: histogram('cairn_provider_call_duration_seconds', {
      help: 'Duration of an attempt to call a provider',
      label: 'provider',
      buckets: providerBuckets,
    }),
    runningJobs: new Gauge({
      name: 'cairn_jobs_running',
      help: 'Jobs that are running in this process',
      labelNames: ['job'],
      registers,
    }),
    jobRuns: counter('cairn_job_runs_total', 'Job runs by outcome', 'job', 'outcome'),
    jobDuration: histogram('cairn_job_duration_seconds', {
      help: 'Duration of a job run',
      label: 'job',
      buckets: jobBuckets,
    }),
    syncs: createSyncCounter(
      counter('cairn_syncs_total', 'Finished syncs by outcome', 'institution', 'outcome'),
    ),
  };
}

function createAttackMetrics(registry: Registry) {
  const counter = counterIn(registry);
  return {
    signIns: counter('cairn_sign_ins_total', 'Sign-ins and their outcome', 'method', 'outcome'),
    stepUpFailures: counter(
      'cairn_step_up_failures_total',
      'Wrong passwords and second factors of signed-in users',
      'factor',
    ),
    rateLimited: counter('cairn_rate_limited_total', 'Requests over a rate limit', 'limit'),
    denials: counter('cairn_denials_total', 'Denied requests', 'code'),
    webhookSignatureFailures: counter(
      'cairn_webhook_signature_failures_total',
      'Webhooks with an invalid signature',
      'provider',
    ),
    refreshTokenReuses: counter(
      'cairn_refresh_token_reuses_total',
      'Refresh tokens that were used a second time',
    ),
  };
}
