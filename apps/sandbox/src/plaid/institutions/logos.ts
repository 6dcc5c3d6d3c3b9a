import { existsSync, readFileSync } from 'node:fs';
import { logoFile } from '@cairn/people/logo-file';
import type { FastifyInstance } from 'fastify';

/** Returns the logo of the merchant or bank with this website (a PNG of 152 x 152 pixels), or null if there is none. */
export function readLogo(website: string): Buffer | null {
  const file = logoFile(website);
  return existsSync(file) ? readFileSync(file) : null;
}

/** Returns the URL of a merchant's logo, or null without a website. */
export const merchantLogoUrl = (origin: string, website: string | null): string | null =>
  website === null ? null : `${origin}/merchant-logos/${encodeURIComponent(website)}.png`;

/** Serves merchant logos. */
export function serveMerchantLogos(app: FastifyInstance): void {
  app.get<{ Params: { file: string } }>('/merchant-logos/:file', async (request, reply) => {
    const website = /^(.+)\.png$/.exec(request.params.file)?.[1];
    const logo = website === undefined ? null : readLogo(website);
    if (logo === null) return reply.code(404).send({ error: 'Logo not found.' });
    return reply.type('image/png').send(logo);
  });
}
