import { hash } from 'node:crypto';

/** Near the optimum for 17 to 18 bits per text, which is 0.7 times as many. */
const bitsPerText = 12;

/**
 * A Bloom filter: a set of texts in few bytes. It finds every text that was added, and with a small probability one that
 * was not. Texts can't be read back.
 */
export class BloomFilter {
  readonly bytes: Uint8Array;

  /** `bytes`: those of an earlier filter, or zeros for an empty one. */
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  add(text: string): void {
    const positions = this.#positions(text);
    for (let index = 0; index < bitsPerText; index += 1) {
      const bit = positions(index);
      this.bytes[bit >> 3] = this.#byte(bit) | (1 << (bit & 7));
    }
  }

  has(text: string): boolean {
    const positions = this.#positions(text);
    for (let index = 0; index < bitsPerText; index += 1) {
      const bit = positions(index);
      if ((this.#byte(bit) & (1 << (bit & 7))) === 0) return false;
    }
    return true;
  }

  #byte(bit: number): number {
    return this.bytes[bit >> 3] ?? 0;
  }

  /** The bits of a text, derived from two hashes (Kirsch and Mitzenmacher, "Less Hashing, Same Performance"). */
  #positions(text: string): (index: number) => number {
    const digest = hash('sha256', text, 'buffer');
    const [start, step] = [digest.readUInt32LE(0), digest.readUInt32LE(4)];
    const size = this.bytes.length * 8;
    return (index) => (start + index * step) % size;
  }
}
