/** Copy for the public stocks page. */
export const stocksCopy = {
  title: 'Stocks',
  intro: 'Live prices for popular stocks.',
} as const;
