import type { FastifyInstance } from 'fastify';
import { drawLogo, type LogoMark } from './logo-png.ts';

const colors = [
  '#0f766e',
  '#1d4ed8',
  '#9f1239',
  '#4d7c0f',
  '#6d28d9',
  '#b45309',
  '#0369a1',
  '#44403c',
];
const marks: readonly LogoMark[] = ['disc', 'ring', 'diamond', 'bars', 'hill', 'cross'];

/** Returns the URL of a merchant's logo, or null without a website. */
export const merchantLogoUrl = (origin: string, website: string | null): string | null =>
  website === null ? null : `${origin}/merchant-logos/${encodeURIComponent(website)}.png`;

/** Serves merchant logos. The logo is derived from the name, so it never changes. */
export function serveMerchantLogos(app: FastifyInstance): void {
  app.get<{ Params: { file: string } }>('/merchant-logos/:file', async (request, reply) => {
    const name = /^(.+)\.png$/.exec(request.params.file)?.[1];
    if (name === undefined) return reply.code(404).send({ error: 'Logo not found.' });
    const checksum = [...name].reduce(
      (total, letter) => (total * 31 + letter.charCodeAt(0)) % 9973,
      7,
    );
    const color = colors[checksum % colors.length] ?? '#0f766e';
    const mark = marks[checksum % marks.length] ?? 'disc';
    return reply.type('image/png').send(Buffer.from(drawLogo(color, mark), 'base64'));
  });
}
