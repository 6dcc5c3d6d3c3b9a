/** The kinds of pictures that are shown. No SVG: that is a document, which can have scripts in it. */
export type ImageType = 'image/png' | 'image/jpeg' | 'image/webp';

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const jpeg = Buffer.from([0xff, 0xd8, 0xff]);

/** What kind of picture some bytes are by how they begin, whatever anybody calls them; null: none of ours. */
export function imageTypeOf(bytes: Buffer): ImageType | null {
  if (bytes.subarray(0, png.length).equals(png)) return 'image/png';
  if (bytes.subarray(0, jpeg.length).equals(jpeg)) return 'image/jpeg';
  const isWebp =
    bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  return isWebp ? 'image/webp' : null;
}
