import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { formatMessage } from '@cairn/contract/text/copy';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { problemCopy } from '../problem.copy.ts';
import { Failure } from '../problem.ts';

/**
 * Serves the built web app: its files, and index.html for the path of every page, so that links and reloads
 * work. A missing file is a 404: the app then detects that a new version was deployed, and a crawler doesn't
 * mistake a page for the file.
 */
export async function serveWebApp(app: FastifyInstance, directory: string): Promise<void> {
  const isBuilt = existsSync(join(directory, 'index.html'));
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: directory,
      wildcard: false,
      index: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        const isHashed = path.includes(`${directory}/assets/`);
        reply.header(
          'cache-control',
          isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
        );
      },
    });
    // The start page for visitors is a page of its own, which needs no JavaScript.
    app.get('/welcome', (_request, reply) =>
      reply.header('cache-control', 'no-cache').sendFile('welcome.html'),
    );
  }
  app.setNotFoundHandler(async (request, reply) => {
    const [path = ''] = request.url.split('?');
    const isGetOrHead = request.method === 'GET' || request.method === 'HEAD';
    if (!isGetOrHead || path === '/api' || path.startsWith('/api/') || isFilePath(path))
      throw new Failure(
        'not_found',
        formatMessage(problemCopy.request.pageNotFound, { path: path.slice(0, 200) }),
      );
    if (!isBuilt)
      throw new Failure('unavailable', problemCopy.request.webAppNotBuilt, {
        reason: 'the web app is not built',
      });
    return reply.header('cache-control', 'no-cache').sendFile('index.html');
  });
}

/**
 * True for the path of a file, such as `/assets/index.js`, `/sitemap.xml`, or `/.env`. Below a page's own path,
 * the last part is an id, which may contain a dot.
 */
export function isFilePath(path: string): boolean {
  const decoded = decode(path);
  // Dot files and what is below dot folders, in any folder.
  if (/^\/assets(\/|$)|\/\.[^/.]/.test(decoded)) return true;
  if (/^\/(account|institution|recurringTx|transaction\/cat)\//i.test(path)) return false;
  return /\.[a-z][a-z\d]{0,9}$/i.test(decoded);
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
