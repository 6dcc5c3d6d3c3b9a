const hour = 60 * 60 * 1000;

/** Milliseconds from the request until the second factors can be removed. */
const coolDown = 72 * hour;
/** Milliseconds after that in which they can be. */
const window = 7 * 24 * hour;

/** When what happens to a factor reset that was requested at a time. */
export function factorResetTimes(requestedAt: Date) {
  const after = (milliseconds: number) => new Date(requestedAt.getTime() + milliseconds);
  return {
    halfway: after(coolDown / 2),
    available: after(coolDown),
    ends: after(coolDown + window),
  };
}

/** The time before which requests have ended. */
export const endedFactorResets = (now: Date): Date => new Date(now.getTime() - coolDown - window);
