import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LogFile, type LogLimits } from './log-file.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-log-'));
  file = join(folder, 'server.log');
});

afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

const openLog = (limits: Partial<LogLimits> = {}) =>
  new LogFile(file, { maxBytes: 100, maxHours: 24, files: 3, ...limits });
const read = (suffix = '') => readFileSync(`${file}${suffix}`, 'utf8');

describe('a log file', () => {
  test('rotates when it is full, and keeps the given number of files', () => {
    const log = openLog({ maxBytes: 20 });
    for (let line = 1; line <= 9; line += 1) log.write(`line number ${line}\n`);
    expect(readdirSync(folder).sort()).toEqual(['server.log', 'server.log.1', 'server.log.2']);
    expect([read('.2'), read('.1'), read()]).toEqual([
      'line number 7\n',
      'line number 8\n',
      'line number 9\n',
    ]);
  });

  test('rotates when it is old', () => {
    const log = openLog();
    log.write('yesterday\n');
    vi.useFakeTimers({ now: Date.now() + 25 * 3_600_000, toFake: ['Date'] });
    log.write('today\n');
    expect([read('.1'), read()]).toEqual(['yesterday\n', 'today\n']);
  });

  test('appends to the file of an earlier start, whose size counts toward the limit', () => {
    openLog().write('x'.repeat(90).concat('\n'));
    openLog().write('second start\n');
    expect(read()).toBe('second start\n');
    expect(read('.1')).toHaveLength(91);
  });

  test('never splits a line between two files', () => {
    const log = openLog({ maxBytes: 12 });
    log.write('first ');
    log.write('line\nsecond ');
    log.write('line');
    log.finishLine();
    expect([read('.1'), read()]).toEqual(['first line\n', 'second line\n']);
  });

  test('remembers its last lines for error messages', () => {
    const log = openLog();
    log.write(Array.from({ length: 30 }, (_, index) => `line ${index}\n`).join(''));
    log.write('unfinished');
    expect(log.lastLines().split('\n')).toHaveLength(21);
    expect(log.lastLines()).toContain('line 29\nunfinished');
  });

  // Writing to this device fails as on a full disk.
  test.runIf(process.platform === 'linux')(
    'does not fail on a full disk, and later records how many lines were lost',
    () => {
      symlinkSync('/dev/full', file);
      const log = openLog();
      log.write('lost\nlost\n');
      log.write('lost\n');
      unlinkSync(file);
      log.write('found\n');
      const [dropped = '', found] = read().split('\n');
      expect(JSON.parse(dropped)).toMatchObject({ event: 'log_lines_dropped', lines: 3 });
      expect(found).toBe('found');
    },
  );
});
