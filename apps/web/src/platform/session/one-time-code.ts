/** The response to each code that this page has sent. */
const responses = new Map<string, Promise<unknown>>();

/**
 * Sends a one-time code only once: however often a screen mounts or an effect runs, all callers get
 * the same response.
 */
export function sendCodeOnce<T>(code: string, send: (code: string) => Promise<T>): Promise<T> {
  const response = responses.get(code) ?? send(code);
  responses.set(code, response);
  return response as Promise<T>; // A code has one purpose, so it is always sent to the same call.
}

/** Allows a code to be sent again, after a failure in which the server did not process it. */
export function allowResend(code: string): void {
  responses.delete(code);
}
