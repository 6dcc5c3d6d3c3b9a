import { todayIn } from '../../platform/http/time-zone.ts';
import type { Services } from '../../services.ts';
import { writeDemo } from './write-demo.ts';

/** Writes the demo up to today (UTC), so that no visitor waits for it. The queue retries failures. */
export const refreshDemo = (services: Services): Promise<void> =>
  writeDemo(services, todayIn('UTC', services.clock).toString());
