import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, matchesGlob, relative } from 'node:path';
import { root } from '../../../tools/command/root.mjs';

/** What a container of an image would start with. */
export interface Image {
  /** The folder of the last WORKDIR. */
  workingDirectory: string;
  environment: Record<string, string>;
  command: string[];
  healthCheck: string[];
  remove(): void;
}

interface Stage {
  folder: string;
  workingDirectory: string;
  environment: Record<string, string>;
}

/**
 * Follows the instructions of `deploy/container/Dockerfile` in temporary folders, without containers: base images are
 * empty, and commands are those of this machine. A test can thus find files and packages that the image lacks.
 * @throws Error with the output of a RUN that failed
 */
export function buildImage(): Image {
  const temporary = mkdtempSync(join(tmpdir(), 'cairn-image-'));
  const remove = () => rmSync(temporary, { recursive: true, force: true });
  try {
    return { ...followInstructions(temporary), remove };
  } catch (error) {
    remove();
    throw error;
  }
}

function followInstructions(temporary: string): Omit<Image, 'remove'> {
  const stages = new Map<string, Stage>();
  let [command, healthCheck]: string[][] = [[], []];
  let stage: Stage | undefined;
  for (const { name, value } of readInstructions()) {
    if (name === 'FROM') {
      const alias = / AS (\w+)$/.exec(value)?.[1] ?? 'final';
      const folder = join(temporary, alias);
      stage = { folder, workingDirectory: folder, environment: {} };
      stages.set(alias, stage);
    }
    if (stage === undefined) throw new Error(`${name} comes before FROM`);
    if (name === 'WORKDIR') {
      stage.workingDirectory = join(stage.folder, value);
      mkdirSync(stage.workingDirectory, { recursive: true });
    } else if (name === 'COPY') copy(stage, stages, value);
    else if (name === 'RUN') run(stage, value);
    else if (name === 'ENV') Object.assign(stage.environment, parseVariables(value));
    else if (name === 'HEALTHCHECK') healthCheck = JSON.parse(value.slice(value.indexOf('[')));
    else if (name === 'CMD') command = JSON.parse(value);
  }
  return {
    workingDirectory: stage?.workingDirectory ?? '',
    environment: stage?.environment ?? {},
    command: command ?? [],
    healthCheck: healthCheck ?? [],
  };
}

/** Reads the Dockerfile (https://docs.docker.com/reference/dockerfile/), without comments and line breaks. */
function readInstructions(): { name: string; value: string }[] {
  return readFileSync(join(root, 'deploy/container/Dockerfile'), 'utf8')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({ name: line.split(' ', 1)[0] ?? '', value: line.replace(/^\w+ /, '') }));
}

/** Copies the contents of folders, and files into a folder, from the repository or another stage. */
function copy(stage: Stage, stages: ReadonlyMap<string, Stage>, value: string): void {
  const [, from, paths = ''] = /^(?:--from=(\w+) )?(.*)$/.exec(value) ?? [];
  const sources = paths.split(' ');
  const target = join(stage.workingDirectory, sources.pop() ?? '');
  for (const source of sources) {
    const path = join(from === undefined ? root : (stages.get(from)?.folder ?? ''), source);
    cpSync(path, statSync(path).isFile() ? join(target, basename(path)) : target, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (each) => from !== undefined || !isIgnored(relative(root, each)),
    });
  }
}

const ignoredPaths = readFileSync(join(root, '.dockerignore'), 'utf8').trim().split('\n');

function isIgnored(path: string): boolean {
  return ignoredPaths.some((pattern) => matchesGlob(path, pattern));
}

function run({ workingDirectory, environment }: Stage, script: string): void {
  const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', script], {
    cwd: workingDirectory,
    encoding: 'utf8',
    env: {
      // npm needs this machine's settings, such as its certificates. Vitest sets NODE_ENV.
      ...process.env,
      NODE_ENV: undefined,
      // The base image has the same version of Node.js.
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      ...environment,
    },
  });
  if (status !== 0) throw new Error(`RUN ${script} failed:\n${stdout}${stderr}`);
}

function parseVariables(value: string): Record<string, string> {
  return Object.fromEntries(
    [...value.matchAll(/(\w+)=(?:"([^"]*)"|(\S+))/g)].map(([, name = '', quoted, plain]) => [
      name,
      quoted ?? plain ?? '',
    ]),
  );
}
