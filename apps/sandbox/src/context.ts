import type { Clock } from './clock.ts';
import type { Faults } from './control/faults.ts';
import type { RequestLog } from './request-log.ts';
import type { SandboxSettings } from './settings.ts';
import type { StateFile } from './state-file.ts';

/** What every stand-in provider is given when it is registered. */
export interface SandboxContext {
  settings: SandboxSettings;
  clock: Clock;
  stateFile: StateFile;
  faults: Faults;
  log: RequestLog;
  /** Run by `/control/reset`: each provider forgets what it holds. */
  onReset(forget: (seed: number | null) => void): void;
}
