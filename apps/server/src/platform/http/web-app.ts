import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { formatMessage } from '@cairn/contract/text/copy';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { problemCopy } from '../problem.copy.ts';
import { Failure } from '../problem.ts';

/**
 * Serves the built web app: its files, and index.html for every other path, so that links and reloads
 * work. A missing file under /assets is a 404, so that the app can detect that a new version was deployed.
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
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    if (!isPage || path === '/api' || path.startsWith('/api/') || path.startsWith('/assets/'))
      throw new Failure(
        'not_found',
        formatMessage(problemCopy.request.pageNotFound, { path: path.slice(0, 200) }),
      );
    if (!isBuilt) throw new Failure('unavailable', problemCopy.request.webAppNotBuilt);
    return reply.header('cache-control', 'no-cache').sendFile('index.html');
  });
}
