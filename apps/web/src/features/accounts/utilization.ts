/** How a card's limit is used: how far the ring goes, and what that is called. */
export interface Utilization {
  /** In whole percent, as it is; it may be above 100 or below 0. */
  readonly percent: number;
  /** Of the ring, 0 to 100. */
  readonly ring: number;
  readonly band: string;
  readonly tone: 'good' | 'attention' | 'trouble';
}

/** The bands by their upper ends, in percent. */
const bands = [
  { upTo: 10, band: 'Excellent', tone: 'good' },
  { upTo: 30, band: 'Good', tone: 'good' },
  { upTo: 50, band: 'Fair', tone: 'attention' },
  { upTo: 70, band: 'High risk', tone: 'trouble' },
  { upTo: Number.POSITIVE_INFINITY, band: 'Very high risk', tone: 'trouble' },
] as const;

/** How much of a limit is used. Null without a limit or a balance: then there is no ring. */
export function utilizationOf(current: number | null, limit: number | null): Utilization | null {
  if (current === null || limit === null || limit <= 0) return null;
  // The band goes by what is owed to the cent, not by what is shown rounded.
  const share = (Math.round(current * 100) / Math.round(limit * 100)) * 100;
  const found = bands.find(({ upTo }) => share <= upTo) ?? bands[4];
  return {
    percent: Math.round(share),
    ring: Math.max(0, Math.min(100, share)),
    band: found.band,
    tone: found.tone,
  };
}
