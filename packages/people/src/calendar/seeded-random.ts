/**
 * Seeded random numbers: the same seed and keys always give the same sequence.
 *
 * A generator is split by key. Draws for one key never shift the draws for another, so a merchant can be added
 * without changing the rest of a life, and the draws for a day depend on that day alone.
 */

/** Spreads the bits of a 32-bit integer, with the finalizer of MurmurHash3. */
function mix(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

function hash(text: string): number {
  let bits = text.length;
  for (let index = 0; index < text.length; index++)
    bits = mix(Math.imul(bits, 31) + text.charCodeAt(index));
  return bits;
}

/** A seeded random number generator that can be split by key. */
export class SeededRandom {
  readonly #seed: number;
  #state: number;

  constructor(seed: number) {
    this.#seed = mix(seed);
    this.#state = this.#seed;
  }

  /** Returns an independent generator for `key`. Earlier draws from this generator do not affect it. */
  split(key: string | number): SeededRandom {
    const bits = typeof key === 'number' ? mix(key ^ 0x5bd1e995) : hash(key);
    return new SeededRandom(mix(this.#seed + 0x3c6ef372) ^ bits);
  }

  /** Returns a number in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x9e3779b9) | 0;
    return mix(this.#state) / 0x100000000;
  }

  /** Returns true with the given probability (0 to 1). */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** Returns an integer from `low` to `high`, both inclusive. */
  integer(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  /** Returns an integer from `low` to `high`, both inclusive, most often near `typical`. */
  integerNear(low: number, typical: number, high: number): number {
    const position = this.next() + this.next();
    const value =
      position < 1 ? low + (typical - low) * position : typical + (high - typical) * (position - 1);
    return Math.round(value);
  }

  /** Returns one item of `list`. Throws a RangeError if the list is empty. */
  pick<T>(list: readonly T[]): T {
    const index = Math.floor(this.next() * list.length);
    for (const item of list.slice(index, index + 1)) return item;
    throw new RangeError('Cannot pick from an empty list.');
  }
}
