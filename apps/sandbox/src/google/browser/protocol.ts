// The postMessage protocol between the app's page, the button's frame, and the chooser's window.

/** The argument of the app's callback. */
export type CredentialResponse = { credential: string; select_by: 'btn'; client_id: string };

export type ButtonNews =
  | { type: 'size'; width: number; height: number }
  | { type: 'click' }
  | { type: 'blocked' };

/** From the button's frame to the app's page. */
export type FromButton = { channel: 'cairn-sandbox-google-button' } & ButtonNews;

/** From the chooser's window to the app's page. */
export type FromChooser = {
  channel: 'cairn-sandbox-google-chooser';
  channel_id: string;
} & CredentialResponse;
