import { parseArgs } from 'node:util';

export const crashUsage = `Usage: npm run crash -- [options]

Starts Cairn with temporary data, kills and disturbs its processes during a load of writes, and compares every
acknowledged write with what the API returns afterward. Exits with 1 if anything is wrong. See docs/reliability.md.

  --rounds 200    how many rounds to run, each with one disturbance (default: 50)
  --seed 7        repeats the choices of an earlier run (default: random)
  --only 'kill -9 server'
                  only the disturbance with this name, which the line of each round prints
  --help          prints this

Rounds with a full disk need root on Linux.`;

export interface CrashOptions {
  rounds: number;
  seed: number;
  /** The name of the only disturbance. Undefined for all. */
  only: string | undefined;
}

const defaultRounds = 50;

/** Parses the arguments of `npm run crash`. Throws an error with a clear message if one is invalid. */
export function parseCrashOptions(args: readonly string[]): CrashOptions {
  const { values } = parseArgs({
    args: [...args],
    options: { rounds: { type: 'string' }, seed: { type: 'string' }, only: { type: 'string' } },
  });
  return {
    rounds: readCount('rounds', values.rounds, 1) ?? defaultRounds,
    seed: readCount('seed', values.seed, 0) ?? Math.floor(Math.random() * 2 ** 31),
    only: values.only,
  };
}

function readCount(name: string, text: string | undefined, min: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() !== '' && Number.isInteger(value) && value >= min) return value;
  throw new Error(`--${name} must be a whole number of at least ${min}, not '${text}'`);
}
