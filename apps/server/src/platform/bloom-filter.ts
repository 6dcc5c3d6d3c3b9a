import { hash } from 'node:crypto';

/**
 * How many bits are set for each string. The optimum is 0.7 times the filter's size in bits per string, which is 17 to
 * 18.
 */
const positionsPerString = 12;

/**
 * A Bloom filter: a set of strings that is stored in few bytes. `has` returns true for every string that was added, and
 * with a small probability for one that was not. The strings can't be read back.
 */
export class BloomFilter {
  readonly bytes: Uint8Array;

  /** `bytes`: the bytes of an earlier filter, or zeros for an empty one. */
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  add(text: string): void {
    const positionAt = this.#positions(text);
    for (let index = 0; index < positionsPerString; index += 1) {
      const bit = positionAt(index);
      this.bytes[bit >> 3] = this.#byte(bit) | (1 << (bit & 7));
    }
  }

  has(text: string): boolean {
    const positionAt = this.#positions(text);
    for (let index = 0; index < positionsPerString; index += 1) {
      const bit = positionAt(index);
      if ((this.#byte(bit) & (1 << (bit & 7))) === 0) return false;
    }
    return true;
  }

  #byte(bit: number): number {
    return this.bytes[bit >> 3] ?? 0;
  }

  /**
   * Returns the positions of a string's bits, derived from two hashes (Kirsch and Mitzenmacher, "Less Hashing, Same
   * Performance").
   */
  #positions(text: string): (index: number) => number {
    const digest = hash('sha256', text, 'buffer');
    const [start, step] = [digest.readUInt32LE(0), digest.readUInt32LE(4)];
    const size = this.bytes.length * 8;
    return (index) => (start + index * step) % size;
  }
}
