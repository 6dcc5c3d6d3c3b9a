/** A proof without rows. Each kind of total overrides the fields that it has. */
export const emptyProof = {
  sign: 1 as const,
  period: null,
  as_of: null,
  offsets: { count: 0, sum: 0 },
  pending: { count: 0, sum: 0 },
  reasons: [],
  included: [],
  omitted: [],
  next: { included: null, omitted: null },
  accounts: [],
  omitted_accounts: [],
  unexplained: null,
  streams: [],
  omitted_streams: [],
};
