import { callsByFeature } from '@cairn/contract/calls';
import { describe, expect, test } from 'vitest';
import { foldersIn, textOf, writtenFiles } from './source-files.ts';

/** A feature that is no feature of the contract: the built-in person's rows, under every call. */
const beyondTheContract = ['demo'];

const features = new Set([...Object.keys(callsByFeature), ...beyondTheContract]);
const shapeless = /^(utils?|helpers?|common|misc|types?|index|shared|stuff|lib)$/;

describe('a newcomer finds things by their name', () => {
  test('every feature of the server is one of the contract', () => {
    const unknown = foldersIn('apps/server/src/features').filter((name) => !features.has(name));
    expect(unknown).toEqual([]);
  });

  test('every feature of the web app is one of the contract', () => {
    const unknown = foldersIn('apps/web/src/features').filter((name) => !features.has(name));
    expect(unknown).toEqual([]);
  });

  test('every feature of the contract has its file', () => {
    const files = new Set(writtenFiles());
    const missing = Object.keys(callsByFeature).filter(
      (name) => !files.has(`packages/contract/src/${name}.ts`),
    );
    expect(missing).toEqual([]);
  });

  test("a feature's routes and queries carry its name", () => {
    const misnamed = writtenFiles().filter((file) => {
      const found = /^apps\/server\/src\/features\/([^/]+)\/(.+)\.routes\.ts$/.exec(file);
      return found !== null && found[1] !== found[2];
    });
    expect(misnamed).toEqual([]);
  });

  test('no file or folder is called after nothing', () => {
    const named = writtenFiles().filter((file) =>
      file
        .split('/')
        .map((part) => part.replace(/\..*$/, ''))
        .some((part) => shapeless.test(part)),
    );
    // The one page that a browser loads, which every web server knows by this name.
    expect(named.filter((file) => !file.endsWith('/index.html'))).toEqual([]);
  });

  test('SQL is written in files of queries only', () => {
    const statement = /`\s*(select\b[^`]*\sfrom|insert into|update|delete from)\s/;
    const elsewhere = writtenFiles()
      .filter((file) => /^apps\/server\/src\/.*\.ts$/.test(file) && !file.endsWith('.test.ts'))
      .filter((file) => !file.endsWith('.queries.ts') && statement.test(textOf(file)));
    expect(elsewhere).toEqual([]);
  });
});
