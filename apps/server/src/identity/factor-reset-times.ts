const hour = 60 * 60 * 1000;

/** How long after the request the second factors can be removed, in milliseconds. */
const coolDown = 72 * hour;
/** For how long the second factors can then be removed, in milliseconds. After that, the request has expired. */
const availability = 7 * 24 * hour;

/** Returns when a factor reset is halfway to being available, becomes available, and expires. */
export function factorResetTimes(requestedAt: Date) {
  const after = (milliseconds: number) => new Date(requestedAt.getTime() + milliseconds);
  return {
    halfway: after(coolDown / 2),
    available: after(coolDown),
    expires: after(coolDown + availability),
  };
}

/** Requests from before this time have expired. */
export const oldestOpenRequestTime = (now: Date): Date =>
  new Date(now.getTime() - coolDown - availability);
