// The postMessage protocol between the app's page and the link frame, and the arguments of the app's callbacks.
// Names and shapes match the aggregator's own link script.

/** Why the flow failed, in the aggregator's format. */
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

/** The second argument of `onEvent`. Every key is present, and null if it does not apply. */
export type EventMetadata = Record<string, string | boolean | null> & {
  link_session_id: string;
  request_id: string;
  timestamp: string;
};

/** From the frame to the page. */
export type FrameMessage = { channel: 'cairn-sandbox-link' } & (
  | { type: 'ready' }
  | { type: 'event'; name: string; metadata: EventMetadata }
  | { type: 'success'; publicToken: string | null; metadata: SuccessMetadata }
  | { type: 'exit'; error: LinkError | null; metadata: ExitMetadata }
);

/** From the page to the frame. The token is sent here rather than in the URL, which logs would record. */
export type PageMessage = { channel: 'cairn-sandbox-link' } & (
  | { type: 'open'; token: string }
  | { type: 'exit'; force: boolean }
);
