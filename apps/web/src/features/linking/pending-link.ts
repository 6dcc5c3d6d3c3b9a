import { getSession } from '../../platform/session/session.ts';

/** The result of a finished link flow. */
export interface FinishedLink {
  public_token: string;
  /** As the link script provides it. */
  metadata: Record<string, unknown>;
}

/** A link that hasn't been submitted yet, or whose submission got no response. */
export interface PendingLink extends FinishedLink {
  /** True if the link was sent, so that the server may have stored it. */
  sent: boolean;
}

interface StoredLink extends PendingLink {
  /** The id of the user who created the link. */
  userId: string;
  /** When the link was first stored, in milliseconds since 1970. */
  at: number;
}

const storageKey = 'pending_link';
/** How many milliseconds a public token is valid: half an hour. */
const lifetime = 30 * 60_000;

/**
 * Stores a link in this tab until it is submitted, so that the user doesn't have to repeat the flow after a
 * reload or an error. The public token is useless without the server's secret.
 */
export function savePendingLink(link: FinishedLink, { sent }: { sent: boolean }): void {
  const userId = getSession()?.claims.id;
  if (userId === undefined) return;
  const stored: StoredLink = { ...link, sent, userId, at: createdAt(link) };
  withStorage((storage) => storage.setItem(storageKey, JSON.stringify(stored)));
}

/** The signed-in user's pending link. Clears one that has expired or belongs to another user. */
export function readPendingLink(): PendingLink | null {
  const stored = readStored();
  const isValid =
    stored !== null &&
    stored.userId === getSession()?.claims.id &&
    Date.now() - stored.at < lifetime;
  if (isValid) return stored;
  if (stored !== null) clearPendingLink();
  return null;
}

/** Clears the pending link after it was submitted or discarded. */
export function clearPendingLink(): void {
  withStorage((storage) => storage.removeItem(storageKey));
}

/** When a link was first stored, in milliseconds since 1970. Storing it again as sent doesn't extend its lifetime. */
function createdAt({ public_token }: FinishedLink): number {
  const stored = readStored();
  return stored?.public_token === public_token ? stored.at : Date.now();
}

function readStored(): StoredLink | null {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'); // Only `savePendingLink` writes it.
  } catch {
    return null;
  }
}

/** Calls `use` with the tab's session storage. Does nothing if that is unavailable. */
function withStorage(use: (storage: Storage) => void): void {
  try {
    use(sessionStorage);
  } catch {
    return;
  }
}
