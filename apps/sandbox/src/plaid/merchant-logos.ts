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

/** Where a merchant's logo is; those without a website have none, as with the aggregator. */
export const merchantLogoUrl = (origin: string, website: string | null): string | null =>
  website === null ? null : `${origin}/merchant-logos/${encodeURIComponent(website)}.png`;

/** Serves the merchants' logos at the sandbox's root: the same picture for the same name, always. */
export function serveMerchantLogos(app: FastifyInstance): void {
  app.get<{ Params: { file: string } }>('/merchant-logos/:file', async (request, reply) => {
    const name = /^(.+)\.png$/.exec(request.params.file)?.[1];
    if (name === undefined) return reply.code(404).send({ error: 'There is no such logo.' });
    const sum = [...name].reduce((total, letter) => (total * 31 + letter.charCodeAt(0)) % 9973, 7);
    const color = colors[sum % colors.length] ?? '#0f766e';
    const mark = marks[sum % marks.length] ?? 'disc';
    return reply.type('image/png').send(Buffer.from(drawLogo(color, mark), 'base64'));
  });
}
