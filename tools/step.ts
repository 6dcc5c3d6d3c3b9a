import { type ChildProcess, spawn } from 'node:child_process';
import { endedChildrenTime } from './command/process-stat.mjs';
import { root } from './command/root.mjs';

/** A check or a test suite: a named command. */
export interface Step {
  readonly name: string;
  /** Arguments for Node.js: a program and its arguments, or `--run` and a script of package.json. */
  readonly args: readonly string[];
}

export interface StepResult {
  readonly name: string;
  readonly ok: boolean;
  readonly seconds: number;
  /** User and system time of the command and its descendants; null where there is no /proc (macOS). */
  readonly cpuSeconds: number | null;
  readonly output: string;
}

/**
 * Runs a step and measures how long it takes.
 * @param streamOutput prints the output as it arrives instead of returning it.
 */
export async function runStep(
  { name, args }: Step,
  environment: NodeJS.ProcessEnv,
  streamOutput: boolean,
): Promise<StepResult> {
  const startedAt = performance.now();
  const { code, cpuSeconds, output } = await run(args, environment, streamOutput);
  const seconds = (performance.now() - startedAt) / 1000;
  return { name, ok: code === 0, seconds, cpuSeconds, output };
}

/** Formats a result as one line, such as `ok     unit (12.3 s, 20.1 s CPU)`. */
export function formatResult({ name, ok, seconds, cpuSeconds }: StepResult): string {
  const cpu = cpuSeconds === null ? 'CPU n/a' : `${cpuSeconds.toFixed(1)} s CPU`;
  return `${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s, ${cpu})`;
}

/** Runs steps two at a time, because a small machine has two cores. */
export async function runTwoAtATime(
  steps: readonly Step[],
  environment: NodeJS.ProcessEnv,
  onResult: (result: StepResult) => void,
): Promise<StepResult[]> {
  const queue = [...steps];
  const results: StepResult[] = [];
  const runQueuedSteps = async () => {
    for (let step = queue.shift(); step !== undefined; step = queue.shift()) {
      const result = await runStep(step, environment, false);
      onResult(result);
      results.push(result);
    }
  };
  await Promise.all([runQueuedSteps(), runQueuedSteps()]);
  return results;
}

const running = new Set<ChildProcess>();

/** Ends all running steps with their descendants. */
export function stopSteps(): void {
  for (const { pid } of running) if (pid !== undefined) process.kill(-pid, 'SIGTERM');
}

/** Processor time of all ended children at the last call of `takeCpuSeconds`, in milliseconds. */
let countedTime = endedChildrenTime() ?? 0;

/**
 * Processor time of children that have ended since the last call. Called as each child ends, so it is the
 * time of that child, even if others are still running.
 */
function takeCpuSeconds(): number | null {
  const time = endedChildrenTime();
  if (time === null) return null;
  const seconds = (time - countedTime) / 1000;
  countedTime = time;
  return seconds;
}

function run(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  streamOutput: boolean,
): Promise<{ code: number | null; cpuSeconds: number | null; output: string }> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: environment,
    // A process group, which `stopSteps` can end as a whole.
    detached: true,
    stdio: ['ignore', streamOutput ? 'inherit' : 'pipe', streamOutput ? 'inherit' : 'pipe'],
  });
  running.add(child);
  let output = '';
  let cpuSeconds: number | null = null;
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  child.once('exit', () => {
    running.delete(child);
    cpuSeconds = takeCpuSeconds();
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, cpuSeconds, output }));
  });
}
