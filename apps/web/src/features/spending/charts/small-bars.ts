/** The bars of a small chart: fractions of its height, measured from the top. */
export interface SmallBars {
  /** The position of the zero line. */
  readonly zero: number;
  readonly bars: readonly { readonly top: number; readonly height: number }[];
}

/** The smallest height of a bar that isn't 0, so that it can be seen. */
const minHeight = 0.04;

/**
 * Arranges the bars of a small chart on one scale. Amounts below 0 hang from the zero line, which is then above the
 * bottom. An amount of 0 has no bar.
 */
export function smallBars(values: readonly number[]): SmallBars {
  const highest = Math.max(0, ...values);
  const range = highest - Math.min(0, ...values);
  const zero = range === 0 ? 1 : highest / range;
  const bars = values.map((value) => {
    if (value === 0) return { top: zero, height: 0 };
    const height = Math.max(minHeight, Math.abs(value) / range);
    return { top: value > 0 ? Math.max(0, zero - height) : Math.min(zero, 1 - height), height };
  });
  return { zero, bars };
}
