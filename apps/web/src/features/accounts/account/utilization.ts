import { accountsCopy } from '../accounts.copy.ts';

const copy = accountsCopy.utilization;

/** How much of a card's limit is used. */
export interface Utilization {
  /** Whole percent. Can be above 100 or below 0. */
  readonly percent: number;
  /** The filled part of the ring, 0 to 100. */
  readonly ring: number;
  readonly band: string;
  readonly tone: 'good' | 'attention' | 'danger';
}

/** The bands by their inclusive upper limits, in percent. */
const bands = [
  { upTo: 10, band: copy.excellent, tone: 'good' },
  { upTo: 30, band: copy.good, tone: 'good' },
  { upTo: 50, band: copy.fair, tone: 'attention' },
  { upTo: 70, band: copy.highRisk, tone: 'danger' },
  { upTo: Number.POSITIVE_INFINITY, band: copy.veryHighRisk, tone: 'danger' },
] as const;

/** How much of a limit is used. Null without a limit or a balance. */
export function computeUtilization(
  current: number | null,
  limit: number | null,
): Utilization | null {
  if (current === null || limit === null || limit <= 0) return null;
  // The band depends on the exact share, not on the rounded percentage.
  const share = (Math.round(current * 100) / Math.round(limit * 100)) * 100;
  const { band, tone } = bands.find(({ upTo }) => share <= upTo) ?? bands[4];
  return {
    percent: Math.round(share),
    ring: Math.max(0, Math.min(100, share)),
    band,
    tone,
  };
}
