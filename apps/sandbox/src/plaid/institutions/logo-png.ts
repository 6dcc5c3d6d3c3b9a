import { crc32, deflateSync } from 'node:zlib';

const SIDE = 152;

/** The shape of a logo. */
export type LogoMark = 'disc' | 'ring' | 'diamond' | 'bars' | 'hill' | 'cross';

/**
 * Draws a logo in the aggregator's format: a 152 x 152 PNG in base64 without a `data:` prefix. It is a white mark on
 * `color` ('#rrggbb'). The PNG has two palette entries and one byte per pixel (PNG specification, color type 3).
 */
export function drawLogo(color: string, mark: LogoMark): string {
  const pixels = Buffer.alloc((SIDE + 1) * SIDE);
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      // Each line starts with its filter byte, 0 for no filter.
      if (isMarked(mark, x - SIDE / 2, y - SIDE / 2)) pixels[y * (SIDE + 1) + 1 + x] = 1;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIDE, 0);
  header.writeUInt32BE(SIDE, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const palette = Buffer.from([...Buffer.from(color.slice(1), 'hex'), 255, 255, 255]);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(pixels, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]).toString('base64');
}

/** True if the mark covers the point. Coordinates are relative to the center. */
function isMarked(mark: LogoMark, x: number, y: number): boolean {
  const radius = Math.hypot(x, y);
  switch (mark) {
    case 'disc':
      return radius < 42;
    case 'ring':
      return radius < 46 && radius > 28;
    case 'diamond':
      return Math.abs(x) + Math.abs(y) < 50;
    case 'bars':
      return Math.abs(x) < 45 && Math.abs(y) < 45 && Math.floor((x + 45) / 18) % 2 === 0;
    case 'hill':
      return y < 40 && y > Math.abs(x) * 1.2 - 40;
    case 'cross':
      return (Math.abs(x) < 12 && Math.abs(y) < 44) || (Math.abs(y) < 12 && Math.abs(x) < 44);
  }
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const result = Buffer.alloc(body.length + 8);
  result.writeUInt32BE(data.length, 0);
  body.copy(result, 4);
  result.writeUInt32BE(crc32(body), body.length + 4);
  return result;
}
