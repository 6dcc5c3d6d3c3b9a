import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { createOpenApiDocument } from './document.ts';

/** Serves the OpenAPI document and its reference page at /api/docs. */
export async function serveApiReference(api: FastifyInstance): Promise<void> {
  await api.register(swagger, {
    mode: 'static',
    // The plugin's type is a union of all versions of OpenAPI. Ours is narrower, and not assignable to it.
    specification: { document: createOpenApiDocument() as never },
  });
  // The page's URLs are relative, so it needs the trailing slash.
  api.addHook('onRequest', async (request, reply) => {
    if (request.url === '/api/docs') return reply.redirect('/api/docs/');
  });
  await api.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP:
      "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    uiConfig: { docExpansion: 'none', tagsSorter: 'alpha', persistAuthorization: false },
    theme: { title: 'Cairn API' },
  });
}
