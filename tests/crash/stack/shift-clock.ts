import { readFileSync } from 'node:fs';

/**
 * Loaded into the server before its own code (`--import`): on SIGUSR2, its clock jumps to the system's time plus the
 * milliseconds in the file CRASH_CLOCK_FILE. Timers run on a monotonic clock and are not affected, as with a real jump.
 */
const SystemDate = Date;
let offset = 0;

class ShiftedDate extends SystemDate {
  constructor(...values: [] | [number | string]) {
    if (values.length === 0) super(SystemDate.now() + offset);
    else super(...values);
  }

  static override now(): number {
    return SystemDate.now() + offset;
  }
}

process.on('SIGUSR2', () => {
  offset = Number(readFileSync(process.env.CRASH_CLOCK_FILE ?? '', 'utf8'));
});
globalThis.Date = new Proxy(SystemDate, {
  // `Date()` without `new`, and the constructor with several arguments, behave as in the system's `Date`.
  construct: (_, values) =>
    values.length < 2
      ? new ShiftedDate(...(values as [number]))
      : Reflect.construct(SystemDate, values),
  get: (target, property) =>
    property === 'now' ? ShiftedDate.now : Reflect.get(target, property, target),
});
