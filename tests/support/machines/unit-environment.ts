import { readFileSync } from 'node:fs';

/** A unit of `deploy/systemd`, as far as a process can be started without systemd. */
export interface Unit {
  /** The command and its arguments. */
  command: string[];
  workingDirectory: string;
  environment: Record<string, string>;
  /** In seconds: after this time, systemd kills a process that should stop. */
  stopTimeout: number;
}

/** Reads a template unit (https://www.freedesktop.org/software/systemd/man/systemd.service.html). `%i` is `instance`. */
export function readUnit(name: string, instance: string): Unit {
  const file = new URL(`../../../deploy/systemd/${name}@.service`, import.meta.url);
  const lines = readFileSync(file, 'utf8').replaceAll('%i', instance).split('\n');
  const valuesOf = (key: string) =>
    lines.filter((line) => line.startsWith(`${key}=`)).map((line) => line.slice(key.length + 1));
  const lastValueOf = (key: string) => valuesOf(key).at(-1) ?? '';
  return {
    command: lastValueOf('ExecStart').split(' '),
    workingDirectory: lastValueOf('WorkingDirectory'),
    environment: Object.fromEntries(
      valuesOf('Environment').map((assignment) => {
        const [variable = '', ...value] = assignment.replace(/^"(.*)"$/, '$1').split('=');
        return [variable, value.join('=')];
      }),
    ),
    stopTimeout: Number(lastValueOf('TimeoutStopSec')),
  };
}
