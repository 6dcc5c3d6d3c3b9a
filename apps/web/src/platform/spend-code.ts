/** What came of each code that this page has sent. */
const spent = new Map<string, Promise<unknown>>();

/**
 * Sends a code that counts once: however often a screen is mounted or an effect runs, the page
 * sends it one time and everybody gets that time's answer.
 */
export function spendOnce<T>(code: string, send: (code: string) => Promise<T>): Promise<T> {
  const answer = spent.get(code) ?? send(code);
  spent.set(code, answer);
  return answer as Promise<T>; // A code is for one thing, so it is sent in one way.
}

/** Lets a code be sent again: the last time, the server did not get to look at it. */
export function unspend(code: string): void {
  spent.delete(code);
}
