import type { Clock } from './clock.ts';
import type { Faults } from './control/faults.ts';
import type { RequestLog } from './request-log.ts';
import type { SandboxSettings } from './settings.ts';
import type { StateFile } from './state-file.ts';

/** The services shared by every provider. */
export interface SandboxContext {
  settings: SandboxSettings;
  clock: Clock;
  stateFile: StateFile;
  faults: Faults;
  log: RequestLog;
  /** Registers a handler that deletes a provider's state on `/control/reset`. */
  onReset(reset: (seed: number | null) => void): void;
}
