import { createHash } from 'node:crypto';
import { type ObserveCall, unobserved } from '../../platform/providers/observe-call.ts';
import { runUnlimited } from '../../platform/request-context.ts';

/** In milliseconds. Checking a new password never takes longer. */
const timeout = 1_000;

/**
 * Creates the checker of leaked passwords. It calls a k-anonymity range API (Have I Been Pwned, "Searching by range"),
 * which learns only five of the 40 digits of a password's SHA-1 hash. Hundreds of leaked passwords share these, and
 * padding hides how many from anyone who observes the connection. `baseUrl`: without a trailing slash.
 */
export function createBreachChecker(
  { baseUrl }: { baseUrl: string },
  observe: ObserveCall = unobserved,
) {
  return {
    /** Whether a password was leaked. Rejects if the service doesn't respond within a second. */
    async isBreached(password: string): Promise<boolean> {
      const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
      const send = async () => {
        const response = await fetch(`${baseUrl}/range/${hash.slice(0, 5)}`, {
          headers: { 'add-padding': 'true', 'user-agent': 'Cairn' },
          redirect: 'error',
          signal: AbortSignal.timeout(timeout),
        });
        if (response.status !== 200) throw new Error(`status ${response.status}`);
        return response.text();
      };
      const range = await runUnlimited(() =>
        observe({ provider: 'breaches', call: 'range' }, send),
      );
      return countInRange(range, hash.slice(5)) > 0;
    },
  };
}

/**
 * Returns how often the hash with a suffix was leaked. Lines are `SUFFIX:COUNT`; those with a count of 0 are padding.
 */
function countInRange(range: string, suffix: string): number {
  const line = range.split(/\r?\n/).find((entry) => entry.startsWith(`${suffix}:`));
  return Number(line?.slice(suffix.length + 1) ?? 0);
}
