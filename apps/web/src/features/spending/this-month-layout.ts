/** The window width from which the two charts are side by side. */
export const wideChartsQuery = '(min-width: 48rem)';

/** The grid of the two charts. The placeholder uses it too, so that nothing moves. */
export const chartsGridClass =
  'grid grid-cols-1 gap-5 md:grid-cols-[minmax(0,1fr)_17rem] md:gap-6 lg:gap-8';

/** Heights of the two charts in px. Side by side, their bottoms align, because the weekly chart is below a heading. */
export const chartHeights = {
  wide: { days: 296, weeks: 276 },
  narrow: { days: 208, weeks: 140 },
};
