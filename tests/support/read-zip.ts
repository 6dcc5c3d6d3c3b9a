import { crc32, inflateRawSync } from 'node:zlib';

/**
 * Reads an archive by the directory at its end (PKWARE APPNOTE 6.3, 4.3), as any reader does, and
 * checks every file against its sum. Throws for one that was broken off.
 */
export function readZip(archive: Buffer): Map<string, string> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0) throw new Error('The archive has no directory at its end: it was broken off');
  const count = archive.readUInt16LE(end + 10);
  const files = new Map<string, string>();
  let at = archive.readUInt32LE(end + 16);
  for (let each = 0; each < count; each += 1) {
    if (archive.readUInt32LE(at) !== 0x02014b50) throw new Error('The directory is broken');
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) =>
      archive.readUInt16LE(at + field),
    ) as [number, number, number]; // As many as were asked for.
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const packed = archive.subarray(start, start + archive.readUInt32LE(at + 20));
    const bytes = archive.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed);
    if (crc32(bytes) !== archive.readUInt32LE(at + 16)) throw new Error(`${name} is damaged`);
    files.set(name, bytes.toString('utf8'));
    at += 46 + nameLength + extraLength + commentLength;
  }
  return files;
}
