/** Copy for demo mode. */
export const demoCopy = {
  label: 'Demo mode',
  banner: 'DEMO MODE - NOT REAL FINANCIAL DATA',
  exit: 'Exit',
} as const;
