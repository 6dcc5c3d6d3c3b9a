/** A failure with a message that helps whoever reads it: what is wrong and what to do. */
export class DatabaseError extends Error {
  override name = 'DatabaseError';
}
