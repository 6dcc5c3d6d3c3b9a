// What the app's page, the button's frame and the chooser's window say to each other by postMessage.

/** What the app's callback is given. */
export type CredentialResponse = { credential: string; select_by: 'btn'; client_id: string };

export type ButtonNews =
  | { type: 'size'; width: number; height: number }
  | { type: 'click' }
  | { type: 'blocked' };

/** From the button's frame to the page that carries it. */
export type FromButton = { channel: 'cairn-sandbox-google-button' } & ButtonNews;

/** From the chooser's window to the page whose button opened it. */
export type FromChooser = {
  channel: 'cairn-sandbox-google-chooser';
  channel_id: string;
} & CredentialResponse;
