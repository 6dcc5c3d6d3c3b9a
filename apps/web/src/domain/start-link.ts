import { paths } from '../paths.ts';

const startLinkState = { startLink: true } as const;

/**
 * The properties of a link that starts the link flow at once. Use it only for buttons that users see after they have
 * linked a bank. Everyone else first reads what linking means.
 */
export const startLink = { to: paths.link, state: startLinkState } as const;

/** True if the user opened a history entry with `startLink`. */
export const isStartLink = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'startLink' in state;
