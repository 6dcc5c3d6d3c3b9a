import { callsByFeature } from '@cairn/contract/calls';
import { describe, expect, test } from 'vitest';
import { foldersIn, readText, repositoryFiles } from './repository-files.ts';

/** The demo has no calls of its own: it serves the other features' calls under /api/demo. */
const featuresWithoutCalls = ['demo'];

const features = new Set([...Object.keys(callsByFeature), ...featuresWithoutCalls]);
const meaninglessName = /^(utils?|helpers?|common|misc|types?|index|shared|stuff|lib)$/;

describe('a feature has the same name everywhere', () => {
  test('every feature folder of the server is a feature of the contract', () => {
    const unknown = foldersIn('apps/server/src/features').filter((name) => !features.has(name));
    expect(unknown).toEqual([]);
  });

  test('every feature folder of the web app is a feature of the contract', () => {
    const unknown = foldersIn('apps/web/src/features').filter((name) => !features.has(name));
    expect(unknown).toEqual([]);
  });

  test('every feature of the contract has a file with its name', () => {
    const files = new Set(repositoryFiles());
    const missing = Object.keys(callsByFeature).filter(
      (name) => !files.has(`packages/contract/src/${name}.ts`),
    );
    expect(missing).toEqual([]);
  });

  test("a feature's routes file has the feature's name", () => {
    const misnamed = repositoryFiles().filter((file) => {
      const match = /^apps\/server\/src\/features\/([^/]+)\/(.+)\.routes\.ts$/.exec(file);
      return match !== null && match[1] !== match[2];
    });
    expect(misnamed).toEqual([]);
  });
});

test('no file or folder has a meaningless name such as utils or helpers', () => {
  const misnamed = repositoryFiles().filter((file) =>
    file
      .split('/')
      .map((part) => part.replace(/\..*$/, ''))
      .some((part) => meaninglessName.test(part)),
  );
  // Web servers respond with index.html to a request for its folder, so that name is allowed.
  expect(misnamed.filter((file) => !file.endsWith('/index.html'))).toEqual([]);
});

test('SQL appears only in .queries.ts files', () => {
  const statement = /`\s*(select\b[^`]*\sfrom|insert into|update|delete from)\s/;
  const misplaced = repositoryFiles()
    .filter((file) => /^apps\/server\/src\/.*\.ts$/.test(file) && !file.endsWith('.test.ts'))
    .filter((file) => !file.endsWith('.queries.ts') && statement.test(readText(file)));
  expect(misplaced).toEqual([]);
});
