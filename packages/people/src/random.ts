/**
 * Seeded chance. The same seed and keys always give the same throws.
 *
 * A die is split by key: what one part of a life throws never shifts what another part throws, so a
 * merchant can be added without reshuffling the rest, and a day's throws depend on that day alone.
 */

/** Spreads the bits of a 32-bit integer; the finaliser of MurmurHash3, a published constant recipe. */
function mix(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

function hash(text: string): number {
  let bits = text.length;
  for (let at = 0; at < text.length; at++) bits = mix(Math.imul(bits, 31) + text.charCodeAt(at));
  return bits;
}

/** A source of throws that can be split by key. */
export class Dice {
  readonly #origin: number;
  #state: number;

  constructor(seed: number) {
    this.#origin = mix(seed);
    this.#state = this.#origin;
  }

  /** An independent source for `key`, whatever was thrown here before. */
  split(key: string | number): Dice {
    const bits = typeof key === 'number' ? mix(key ^ 0x5bd1e995) : hash(key);
    return new Dice(mix(this.#origin + 0x3c6ef372) ^ bits);
  }

  /** A number from 0 up to, not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x9e3779b9) | 0;
    return mix(this.#state) / 0x100000000;
  }

  /** True with the probability `odds` (0 to 1). */
  chance(odds: number): boolean {
    return this.next() < odds;
  }

  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  /** A whole number from `low` to `high` that is most often near `typical`. */
  around(low: number, typical: number, high: number): number {
    const lean = this.next() + this.next();
    const value = lean < 1 ? low + (typical - low) * lean : typical + (high - typical) * (lean - 1);
    return Math.round(value);
  }

  /** One of `list`; throws a RangeError when it is empty. */
  pick<T>(list: readonly T[]): T {
    const at = Math.floor(this.next() * list.length);
    for (const item of list.slice(at, at + 1)) return item;
    throw new RangeError('Nothing to pick from.');
  }
}
