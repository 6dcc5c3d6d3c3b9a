/** Encodes integers, text, bytes, arrays, and maps as CBOR (RFC 8949), as far as WebAuthn uses it. */
export function encodeCbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(encodeCbor)]);
  if (value instanceof Map)
    return Buffer.concat([head(5, value.size), ...[...value].flat().map(encodeCbor)]);
  throw new TypeError(`can't encode ${String(value)} as CBOR`);
}

/** The first bytes of an item: its major type with its value or length. */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 0x100) return Buffer.from([(major << 5) | 24, value]);
  if (value < 0x1_00_00) return Buffer.from([(major << 5) | 25, value >> 8, value & 0xff]);
  throw new RangeError(`${value} is too large`);
}
