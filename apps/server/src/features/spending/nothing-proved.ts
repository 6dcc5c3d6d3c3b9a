/** A proof without rows. Each kind of total overrides the fields that it has. */
export const nothingProved = {
  sign: 1 as const,
  period: null,
  as_of: null,
  netted: { count: 0, sum: 0 },
  pending: { count: 0, sum: 0 },
  reasons: [],
  included: [],
  left_out: [],
  next: { included: null, left_out: null },
  accounts: [],
  accounts_left_out: [],
  unexplained: null,
  streams: [],
  streams_left_out: [],
};
