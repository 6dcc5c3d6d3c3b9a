import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import type { FastifyPluginAsync } from 'fastify';

const sourceRoot = new URL('../', import.meta.url);
const contentTypes: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  ts: 'text/javascript; charset=utf-8',
};

/**
 * Returns a `browser/` file as JavaScript. Types are replaced with whitespace, so line numbers match the source and no
 * bundler is needed.
 */
export async function browserScript(feature: string, file: string): Promise<string> {
  const source = await readFile(new URL(`${feature}/browser/${file}`, sourceRoot), 'utf8');
  return strip(source);
}

/**
 * Returns a `browser/` file as a classic script, for pages of the app. Its declarations are wrapped in a function, so
 * they stay out of the page's global scope. The file must import only types, because a classic script can't import
 * modules. Line numbers match the source.
 */
export async function classicScript(feature: string, file: string): Promise<string> {
  return `(() => { 'use strict'; ${await browserScript(feature, file)}\n})();\n`;
}

function strip(source: string): string {
  // The first call prints an experimental warning. Suppress it: stderr is for messages to the sandbox's users.
  const warn = process.emitWarning;
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(source);
  } finally {
    process.emitWarning = warn;
  }
}

/** Serves `/assets/<feature>/browser/<file>`: the scripts, styles, and images of the sandbox's pages. */
export const assets: FastifyPluginAsync = async (app) => {
  app.get<{ Params: { feature: string; file: string } }>(
    '/assets/:feature/browser/:file',
    async (request, reply) => {
      const { feature, file } = request.params;
      const contentType = contentTypes[file.split('.').at(-1) ?? ''];
      if (!/^[a-z-]+$/.test(feature) || !/^[a-z-]+(\.copy)?\.[a-z]+$/.test(file) || !contentType) {
        return reply.code(404).send({ error: 'File not found.' });
      }
      try {
        const text = file.endsWith('.ts')
          ? await browserScript(feature, file)
          : await readFile(new URL(`${feature}/browser/${file}`, sourceRoot), 'utf8');
        return reply
          .type(contentType)
          .header('cache-control', 'no-cache')
          .header('x-content-type-options', 'nosniff')
          .send(text);
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
          return reply.code(404).send({ error: 'File not found.' });
        }
        throw error;
      }
    },
  );
};
