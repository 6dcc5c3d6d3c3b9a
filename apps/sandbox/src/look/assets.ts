import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import type { FastifyPluginAsync } from 'fastify';

const sources = new URL('../', import.meta.url);
const kinds: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  ts: 'text/javascript; charset=utf-8',
};

/**
 * The text of a file that a browser runs: `browser/` files are TypeScript whose types are blanked out, line for line,
 * so that what runs is what is read and no bundler stands between.
 */
export async function browserScript(feature: string, file: string): Promise<string> {
  const source = await readFile(new URL(`${feature}/browser/${file}`, sources), 'utf8');
  return strip(source);
}

function strip(source: string): string {
  // Node calls this function experimental on stderr at its first use; the sandbox's stderr is for people.
  const warn = process.emitWarning;
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(source);
  } finally {
    process.emitWarning = warn;
  }
}

/** Serves `/assets/<feature>/browser/<file>`: the scripts, styles and pictures of the sandbox's pages. */
export const assets: FastifyPluginAsync = async (app) => {
  app.get<{ Params: { feature: string; file: string } }>(
    '/assets/:feature/browser/:file',
    async (request, reply) => {
      const { feature, file } = request.params;
      const kind = kinds[file.split('.').at(-1) ?? ''];
      if (!/^[a-z-]+$/.test(feature) || !/^[a-z-]+\.[a-z]+$/.test(file) || !kind) {
        return reply.code(404).send({ error: 'There is no such file.' });
      }
      try {
        const text = file.endsWith('.ts')
          ? await browserScript(feature, file)
          : await readFile(new URL(`${feature}/browser/${file}`, sources), 'utf8');
        return reply
          .type(kind)
          .header('cache-control', 'no-cache')
          .header('x-content-type-options', 'nosniff')
          .send(text);
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
          return reply.code(404).send({ error: 'There is no such file.' });
        }
        throw error;
      }
    },
  );
};
