import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import configuration from '../.dependency-cruiser.mjs';
import { readStructure } from './structure.ts';

const server = 'apps/server/src';
const web = 'apps/web/src';

/** One forbidden import for each rule: who imports what. */
const forbidden: [rule: string, from: string, to: string][] = [
  ['apps-stay-apart', `${web}/platform/client.ts`, `${server}/app.ts`],
  ['apps-stay-apart', 'apps/server/src/jobs/sync.ts', 'apps/sandbox/src/clock.ts'],
  ['sandbox-knows-only-people', 'apps/sandbox/src/clock.ts', 'packages/contract/src/calls.ts'],
  ['contract-knows-nothing-of-ours', 'packages/contract/src/a.ts', 'packages/people/src/b.ts'],
  ['people-imports-nothing', 'packages/people/src/a.ts', 'packages/contract/src/calls.ts'],
  ['products-know-no-tools', `${server}/app.ts`, 'tools/start.ts'],
  ['features-stay-apart', `${server}/features/auth/a.ts`, `${server}/features/signup/b.ts`],
  ['features-stay-apart', `${web}/features/auth/a.tsx`, `${web}/features/signup/b.tsx`],
  ['server-features-look-down', `${server}/features/auth/a.ts`, `${server}/jobs/sync.ts`],
  ['server-features-look-down', `${server}/features/auth/a.ts`, `${server}/app.ts`],
  ['jobs-look-down', `${server}/jobs/sync.ts`, `${server}/app.ts`],
  ['domain-is-pure', `${server}/domain/money.ts`, `${server}/features/auth/a.ts`],
  ['domain-is-pure', `${server}/domain/money.ts`, `${server}/providers/plaid/client.ts`],
  ['providers-know-only-themselves', `${server}/providers/a/a.ts`, `${server}/providers/b/b.ts`],
  ['providers-know-only-themselves', `${server}/providers/a/a.ts`, `${server}/jobs/sync.ts`],
  ['server-platform-is-the-ground', `${server}/platform/a.ts`, `${server}/domain/b.ts`],
  ['web-ui-and-platform-are-the-ground', `${web}/ui/a.tsx`, `${web}/features/auth/b.tsx`],
  ['web-platform-draws-nothing', `${web}/platform/a.tsx`, `${web}/ui/b.tsx`],
  ['web-features-look-down', `${web}/features/auth/a.tsx`, `${web}/screens/login.screen.tsx`],
  ['screens-look-down', `${web}/screens/frame/a.tsx`, `${web}/router.tsx`],
  ['screens-stay-apart', `${web}/screens/a.screen.tsx`, `${web}/screens/b.screen.tsx`],
  ['plain-rules-stay-plain', 'packages/contract/src/taxonomy.ts', 'packages/contract/src/call.ts'],
  ['no-schemas-in-the-browser', `${web}/platform/client.ts`, 'packages/contract/src/calls.ts'],
];

let base: string;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'cairn-structure-'));
});

afterEach(() => {
  rmSync(base, { recursive: true, force: true });
});

function write(path: string, content: string): void {
  mkdirSync(dirname(join(base, path)), { recursive: true });
  writeFileSync(join(base, path), content);
}

/** Two modules, of which the first imports the second as the statement says. */
function writeImport(from: string, to: string, statement: (path: string) => string): void {
  write(to, 'export const value = 1;\nexport type Value = number;\n');
  const path = relative(dirname(from), to);
  write(from, statement(path.startsWith('.') ? path : `./${path}`));
}

const importValue = (path: string) => `import { value } from '${path}';\nconsole.log(value);\n`;
const importType = (path: string) =>
  `import type { Value } from '${path}';\nexport type A = Value;\n`;

async function brokenRules(): Promise<string[]> {
  const { violations } = await readStructure(base, ['.']);
  return violations.map(({ rule }) => rule);
}

describe('a forbidden import is found', () => {
  test.each(forbidden)('%s: %s imports %s', async (rule, from, to) => {
    writeImport(from, to, importValue);
    expect(await brokenRules()).toContain(rule);
  });

  test('also when only a type is imported', async () => {
    writeImport(`${server}/features/auth/a.ts`, `${server}/features/signup/b.ts`, importType);
    expect(await brokenRules()).toEqual(['features-stay-apart']);
  });

  test('also through the name of the package', async () => {
    write('packages/contract/package.json', '{"exports": {"./*": "./src/*.ts"}}');
    write('packages/contract/src/calls.ts', 'export const value = 1;');
    mkdirSync(join(base, 'node_modules/@cairn'), { recursive: true });
    symlinkSync(join(base, 'packages/contract'), join(base, 'node_modules/@cairn/contract'));
    write('apps/sandbox/src/clock.ts', importValue('@cairn/contract/calls'));
    expect(await brokenRules()).toEqual(['sandbox-knows-only-people']);
  });

  test('when modules import each other in a circle', async () => {
    write('tools/a.ts', importValue('./b.ts'));
    write('tools/b.ts', `${importValue('./a.ts')}export const b = 1;`);
    expect(await brokenRules()).toContain('no-circles');
  });

  test('when it leads to nothing', async () => {
    write('tools/a.ts', importValue('./gone.ts'));
    expect(await brokenRules()).toEqual(['no-missing-module']);
  });

  test('for every rule there is', () => {
    const shown = new Set([...forbidden.map(([rule]) => rule), 'no-circles', 'no-missing-module']);
    const rules = (configuration.forbidden ?? []).map(({ name }) => name ?? '');
    expect(rules.filter((rule) => !shown.has(rule))).toEqual([]);
  });
});

test('what the layers allow is not found', async () => {
  writeImport(`${server}/features/auth/a.ts`, `${server}/domain/money.ts`, importValue);
  writeImport(`${server}/features/auth/c.ts`, `${server}/features/auth/d.ts`, importValue);
  writeImport(`${server}/jobs/sync.ts`, `${server}/features/auth/e.ts`, importValue);
  writeImport(`${web}/screens/a.screen.tsx`, `${web}/features/auth/b.tsx`, importValue);
  writeImport(`${web}/platform/client.ts`, 'packages/contract/src/calls.ts', importType);
  writeImport('apps/sandbox/src/clock.ts', 'packages/people/src/people.ts', importValue);
  writeImport(`${server}/app.test.ts`, 'tests/support/server.ts', importValue);
  expect(await readStructure(base, ['.'])).toMatchObject({ modules: 14, violations: [] });
});
