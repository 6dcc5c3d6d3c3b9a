import { type ChildProcess, spawn } from 'node:child_process';
import { root } from './command/root.mjs';

/** One thing that is run to check the product: a program and its arguments, run by this Node.js. */
export interface Step {
  readonly name: string;
  readonly commands: readonly (readonly string[])[];
}

export interface StepResult {
  readonly name: string;
  readonly ok: boolean;
  readonly seconds: number;
  /** What it printed. */
  readonly output: string;
}

/**
 * Runs the commands of a step one after the other, up to the first that fails.
 * @param live shows what they print as they print it, instead of keeping it.
 */
export async function runStep(
  { name, commands }: Step,
  environment: NodeJS.ProcessEnv,
  live: boolean,
): Promise<StepResult> {
  const started = performance.now();
  let output = '';
  let ok = true;
  for (const command of commands) {
    const ran = await run(command, environment, live);
    output += ran.output;
    ok = ran.code === 0;
    if (!ok) break;
  }
  return { name, ok, seconds: (performance.now() - started) / 1000, output };
}

/** One line: what it was, how it went, how long it took. */
export function resultLine({ name, ok, seconds }: StepResult): string {
  return `${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)`;
}

/** Runs steps two at a time, which is how many a small machine has cores for. */
export async function runTwoAtATime(
  steps: readonly Step[],
  environment: NodeJS.ProcessEnv,
  onResult: (result: StepResult) => void,
): Promise<StepResult[]> {
  const waiting = [...steps];
  const results: StepResult[] = [];
  const work = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const result = await runStep(step, environment, false);
      onResult(result);
      results.push(result);
    }
  };
  await Promise.all([work(), work()]);
  return results;
}

const running = new Set<ChildProcess>();

/** Ends what is being run. */
export function endSteps(): void {
  for (const child of running) child.kill('SIGTERM');
}

function run(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  live: boolean,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: environment,
    stdio: ['ignore', live ? 'inherit' : 'pipe', live ? 'inherit' : 'pipe'],
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      running.delete(child);
      resolve({ code, output });
    });
  });
}
