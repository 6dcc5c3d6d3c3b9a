import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import configuration from '../.dependency-cruiser.mjs';
import { readStructure } from './structure.ts';

const server = 'apps/server/src';
const web = 'apps/web/src';

/** At least one forbidden import per rule, except the rules on cycles and unresolved imports, which have their own tests. */
const forbidden: [rule: string, from: string, to: string][] = [
  ['no-imports-between-apps', `${web}/platform/client.ts`, `${server}/app.ts`],
  ['no-imports-between-apps', 'apps/server/src/jobs/sync.ts', 'apps/sandbox/src/clock.ts'],
  ['sandbox-imports-only-people', 'apps/sandbox/src/clock.ts', 'packages/contract/src/calls.ts'],
  ['contract-imports-no-other-package', 'packages/contract/src/a.ts', 'packages/people/src/b.ts'],
  ['people-imports-nothing', 'packages/people/src/a.ts', 'packages/contract/src/calls.ts'],
  ['no-tooling-in-apps', `${server}/app.ts`, 'tools/start.ts'],
  ['tools-do-not-import-tests', 'tools/start.ts', 'tests/support/server.ts'],
  ['tools-do-not-import-tests', 'tools/a.test.ts', 'tests/support/server.ts'],
  ['tools-do-not-import-tests', 'tools/start.ts', 'bench/run.ts'],
  ['bench-does-not-import-tests', 'bench/run.ts', 'tests/support/server.ts'],
  ['no-imports-between-features', `${server}/features/auth/a.ts`, `${server}/features/signup/b.ts`],
  ['no-imports-between-features', `${web}/features/auth/a.tsx`, `${web}/features/signup/b.tsx`],
  [
    'server-features-import-only-lower-layers',
    `${server}/features/auth/a.ts`,
    `${server}/jobs/sync.ts`,
  ],
  ['server-features-import-only-lower-layers', `${server}/features/auth/a.ts`, `${server}/app.ts`],
  ['jobs-import-only-lower-layers', `${server}/jobs/sync.ts`, `${server}/app.ts`],
  ['domain-imports-only-platform', `${server}/domain/money.ts`, `${server}/features/auth/a.ts`],
  ['domain-imports-only-platform', `${server}/domain/money.ts`, `${server}/jobs/sync.ts`],
  [
    'domain-imports-only-platform',
    `${server}/domain/money.ts`,
    `${server}/providers/plaid/client.ts`,
  ],
  ['domain-imports-only-platform', `${server}/domain/money.ts`, `${server}/identity/sessions.ts`],
  ['domain-imports-only-platform', `${server}/domain/money.ts`, `${server}/mail/enqueue-mail.ts`],
  ['domain-does-not-use-http', `${server}/domain/money.ts`, 'node_modules/fastify/fastify.js'],
  ['identity-imports-only-lower-layers', `${server}/identity/a.ts`, `${server}/features/auth/b.ts`],
  ['identity-imports-only-lower-layers', `${server}/identity/a.ts`, `${server}/domain/b.ts`],
  ['mail-imports-only-platform', `${server}/mail/a.ts`, `${server}/identity/b.ts`],
  ['mail-imports-only-platform', `${server}/mail/a.ts`, `${server}/domain/b.ts`],
  [
    'providers-import-only-lower-layers',
    `${server}/providers/a/a.ts`,
    `${server}/providers/b/b.ts`,
  ],
  ['providers-import-only-lower-layers', `${server}/providers/a/a.ts`, `${server}/jobs/sync.ts`],
  ['server-platform-imports-no-other-layer', `${server}/platform/a.ts`, `${server}/domain/b.ts`],
  ['server-platform-imports-no-other-layer', `${server}/platform/a.ts`, `${server}/mail/b.ts`],
  ['web-platform-imports-no-other-layer', `${web}/platform/a.tsx`, `${web}/ui/b.tsx`],
  ['web-platform-imports-no-other-layer', `${web}/platform/a.tsx`, `${web}/domain/b.ts`],
  ['web-domain-imports-only-platform', `${web}/domain/a.ts`, `${web}/ui/b.tsx`],
  ['web-domain-imports-only-platform', `${web}/domain/a.ts`, `${web}/features/auth/b.ts`],
  ['web-domain-imports-only-platform', `${web}/domain/a.ts`, `${web}/screens/login.screen.tsx`],
  ['ui-imports-only-lower-layers', `${web}/ui/a.tsx`, `${web}/features/auth/b.tsx`],
  [
    'web-features-import-only-lower-layers',
    `${web}/features/auth/a.tsx`,
    `${web}/screens/b.screen.tsx`,
  ],
  ['screens-import-only-lower-layers', `${web}/screens/frame/a.tsx`, `${web}/router.tsx`],
  ['no-imports-between-screens', `${web}/screens/a.screen.tsx`, `${web}/screens/b.screen.tsx`],
  [
    'no-schemas-in-schema-free-modules',
    'packages/contract/src/rules/taxonomy.ts',
    'packages/contract/src/a.ts',
  ],
  ['no-schemas-in-browser', `${web}/platform/client.ts`, 'packages/contract/src/calls.ts'],
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

/** Writes two modules. The first imports the second with the given statement. */
function writeImport(from: string, to: string, statement: (path: string) => string): void {
  write(to, 'export const value = 1;\nexport type Value = number;\n');
  const path = relative(dirname(from), to);
  write(from, statement(path.startsWith('.') ? path : `./${path}`));
}

const importValue = (path: string) => `import { value } from '${path}';\nconsole.log(value);\n`;
const importType = (path: string) =>
  `import type { Value } from '${path}';\nexport type A = Value;\n`;

async function violatedRules(): Promise<string[]> {
  const { violations } = await readStructure(base, ['.']);
  return violations.map(({ rule }) => rule);
}

describe('a forbidden import is found', () => {
  test.each(forbidden)('%s: %s imports %s', async (rule, from, to) => {
    writeImport(from, to, importValue);
    expect(await violatedRules()).toContain(rule);
  });

  test('if only a type is imported', async () => {
    writeImport(`${server}/features/auth/a.ts`, `${server}/features/signup/b.ts`, importType);
    expect(await violatedRules()).toEqual(['no-imports-between-features']);
  });

  test('if it uses the package name', async () => {
    write('packages/contract/package.json', '{"exports": {"./*": "./src/*.ts"}}');
    write('packages/contract/src/calls.ts', 'export const value = 1;');
    mkdirSync(join(base, 'node_modules/@cairn'), { recursive: true });
    symlinkSync(join(base, 'packages/contract'), join(base, 'node_modules/@cairn/contract'));
    write('apps/sandbox/src/clock.ts', importValue('@cairn/contract/calls'));
    expect(await violatedRules()).toEqual(['sandbox-imports-only-people']);
  });

  test('if modules import each other in a cycle', async () => {
    write('tools/a.ts', importValue('./b.ts'));
    write('tools/b.ts', `${importValue('./a.ts')}export const b = 1;`);
    expect(await violatedRules()).toContain('no-circular-imports');
  });

  test('if the imported module does not exist', async () => {
    write('tools/a.ts', importValue('./missing.ts'));
    expect(await violatedRules()).toEqual(['no-unresolved-imports']);
  });

  test('for every rule', () => {
    const tested = new Set([
      ...forbidden.map(([rule]) => rule),
      'no-circular-imports',
      'no-unresolved-imports',
    ]);
    const rules = (configuration.forbidden ?? []).map(({ name }) => name ?? '');
    expect(rules.filter((rule) => !tested.has(rule))).toEqual([]);
  });
});

test('allowed imports are not reported', async () => {
  writeImport(`${server}/features/auth/a.ts`, `${server}/domain/money.ts`, importValue);
  writeImport(`${server}/features/auth/c.ts`, `${server}/features/auth/d.ts`, importValue);
  writeImport(`${server}/jobs/sync.ts`, `${server}/features/auth/e.ts`, importValue);
  writeImport(`${web}/screens/a.screen.tsx`, `${web}/features/auth/b.tsx`, importValue);
  writeImport(`${web}/platform/client.ts`, 'packages/contract/src/calls.ts', importType);
  writeImport('apps/sandbox/src/clock.ts', 'packages/people/src/people.ts', importValue);
  writeImport(`${server}/app.test.ts`, 'tests/support/server.ts', importValue);
  writeImport(`${server}/identity/a.ts`, `${server}/mail/b.ts`, importValue);
  writeImport(`${web}/ui/a.tsx`, `${web}/domain/b.ts`, importValue);
  writeImport('tests/a.ts', 'tools/product/b.ts', importValue);
  writeImport('bench/a.ts', 'tools/product/c.ts', importValue);
  expect(await readStructure(base, ['.'])).toMatchObject({ modules: 22, violations: [] });
});
