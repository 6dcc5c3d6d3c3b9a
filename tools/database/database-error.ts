/** A failure whose message explains to the user what is wrong and what to do. */
export class DatabaseError extends Error {
  override name = 'DatabaseError';
}
