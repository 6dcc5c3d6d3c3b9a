import { crc32, inflateRawSync } from 'node:zlib';

/**
 * Reads a ZIP archive by its central directory (PKWARE APPNOTE 6.3, 4.3) and verifies every file's
 * checksum. Throws if the archive is truncated.
 */
export function readZip(archive: Buffer): Map<string, string> {
  const endRecord = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (endRecord < 0) throw new Error('The archive is truncated: it has no central directory');
  const count = archive.readUInt16LE(endRecord + 10);
  const files = new Map<string, string>();
  let offset = archive.readUInt32LE(endRecord + 16);
  for (let index = 0; index < count; index += 1) {
    if (archive.readUInt32LE(offset) !== 0x02014b50)
      throw new Error('The central directory is malformed');
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) =>
      archive.readUInt16LE(offset + field),
    ) as [number, number, number]; // Three fields in, three numbers out.
    const name = archive.toString('utf8', offset + 46, offset + 46 + nameLength);
    const local = archive.readUInt32LE(offset + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const packed = archive.subarray(start, start + archive.readUInt32LE(offset + 20));
    const bytes = archive.readUInt16LE(offset + 10) === 0 ? packed : inflateRawSync(packed);
    if (crc32(bytes) !== archive.readUInt32LE(offset + 16)) throw new Error(`${name} is damaged`);
    files.set(name, bytes.toString('utf8'));
    offset += 46 + nameLength + extraLength + commentLength;
  }
  return files;
}
