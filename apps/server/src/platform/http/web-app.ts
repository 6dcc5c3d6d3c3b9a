import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { Failure } from '../problem.ts';

/**
 * Serves the built web app: its files, and its page for every other path, so that links and reloads
 * work. A missing file under /assets is a 404 and never the page: the app can tell that a new version
 * was put in place.
 */
export async function serveWebApp(app: FastifyInstance, directory: string): Promise<void> {
  const built = existsSync(join(directory, 'index.html'));
  if (built)
    await app.register(fastifyStatic, {
      root: directory,
      wildcard: false,
      index: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        const hashed = path.includes(`${directory}/assets/`);
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  app.setNotFoundHandler(async (request, reply) => {
    const [path = ''] = request.url.split('?');
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    if (!isPage || path === '/api' || path.startsWith('/api/') || path.startsWith('/assets/'))
      throw new Failure('not_found', `There is nothing at ${path.slice(0, 200)}.`);
    if (!built) throw new Failure('unavailable', 'The web app is not built yet. Run `npm start`.');
    return reply.header('cache-control', 'no-cache').sendFile('index.html');
  });
}
