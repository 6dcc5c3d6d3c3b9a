import { todayIn } from '../../platform/http/time-zone.ts';
import type { Services } from '../../services.ts';
import { writeDemo } from './write-demo.ts';

/** Has the demo end today, so that no visitor waits for it. A failure is tried again by the queue. */
export const refreshDemo = (services: Services): Promise<void> =>
  writeDemo(services, todayIn('UTC', services.clock).toString());
