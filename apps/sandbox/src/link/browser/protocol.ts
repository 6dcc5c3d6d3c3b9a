// What the app's page and the bank's frame say to each other by postMessage, and what the app's callbacks are given.
// Names and shapes are those of the aggregator's own link script.

/** Why the flow failed, in the aggregator's terms. */
export type LinkError = {
  error_type: string;
  error_code: string;
  error_message: string;
  display_message: string | null;
};

export type LinkInstitution = { institution_id: string; name: string };

export type LinkAccount = {
  id: string;
  name: string;
  mask: string | null;
  type: string;
  subtype: string | null;
  verification_status: string | null;
  class_type: string | null;
};

/** The second argument of `onSuccess`. */
export type SuccessMetadata = {
  institution: LinkInstitution | null;
  accounts: LinkAccount[];
  link_session_id: string;
  transfer_status: string | null;
};

/** The second argument of `onExit`. */
export type ExitMetadata = {
  institution: LinkInstitution | null;
  status: string | null;
  link_session_id: string;
  request_id: string;
};

/** The second argument of `onEvent`: every key is there, null where it says nothing. */
export type EventMetadata = Record<string, string | boolean | null> & {
  link_session_id: string;
  request_id: string;
  timestamp: string;
};

/** From the frame to the page. */
export type FromFrame = { channel: 'cairn-sandbox-link' } & (
  | { type: 'ready' }
  | { type: 'event'; name: string; metadata: EventMetadata }
  | { type: 'success'; publicToken: string | null; metadata: SuccessMetadata }
  | { type: 'exit'; error: LinkError | null; metadata: ExitMetadata }
);

/** From the page to the frame. The token goes this way and not in the address, so that no log has it. */
export type ToFrame = { channel: 'cairn-sandbox-link' } & (
  | { type: 'open'; token: string }
  | { type: 'exit'; force: boolean }
);
