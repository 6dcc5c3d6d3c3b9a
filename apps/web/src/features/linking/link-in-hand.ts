import { getSession } from '../../platform/session.ts';

/** What a finished flow hands in. */
export interface FreshLink {
  public_token: string;
  /** As the link script tells it. */
  metadata: Record<string, unknown>;
}

/** One that was not handed in yet, or of which no answer came. */
export interface LinkInHand extends FreshLink {
  /** It was sent: what it brings may be linked by now. */
  sent: boolean;
}

interface Kept extends LinkInHand {
  /** Whose it is. */
  person: string;
  /** Milliseconds since 1970. */
  at: number;
}

const storageKey = 'link_in_hand';
/** A public token lives half an hour. Milliseconds. */
const lifetime = 30 * 60_000;

/**
 * Keeps what a flow has brought until it is handed in, for as long as this tab lives: who reloads, goes away or meets
 * a fault meanwhile need not go through their bank again. The token is of no use without the server's own key.
 */
export function keepLink(fresh: FreshLink, { sent }: { sent: boolean }): void {
  const person = getSession()?.claims.id;
  if (person === undefined) return;
  const kept: Kept = { ...fresh, sent, person, at: atOf(fresh) };
  withStorage((storage) => storage.setItem(storageKey, JSON.stringify(kept)));
}

/** What this person has in hand here, if anything; what is too old, or another's, is forgotten. */
export function linkInHand(): LinkInHand | null {
  const kept = readKept();
  const isGood =
    kept !== null && kept.person === getSession()?.claims.id && Date.now() - kept.at < lifetime;
  if (isGood) return kept;
  if (kept !== null) dropLink();
  return null;
}

/** It was handed in, or is not wanted. */
export function dropLink(): void {
  withStorage((storage) => storage.removeItem(storageKey));
}

/** Since when it is in hand: being sent makes it no younger. */
function atOf({ public_token }: FreshLink): number {
  const kept = readKept();
  return kept?.public_token === public_token ? kept.at : Date.now();
}

function readKept(): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'); // Written above only.
  } catch {
    return null;
  }
}

/** Where storage is closed to us it is as if this were not here. */
function withStorage(use: (storage: Storage) => void): void {
  try {
    use(sessionStorage);
  } catch {
    return;
  }
}
