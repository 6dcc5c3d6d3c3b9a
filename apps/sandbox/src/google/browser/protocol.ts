// The postMessage protocol between the app's page, the button's frame, and the chooser's window.

/** The argument of the app's callback. */
export type CredentialResponse = { credential: string; select_by: 'btn'; client_id: string };

export type ButtonMessage =
  | { type: 'size'; width: number; height: number }
  | { type: 'click' }
  | { type: 'blocked' };

/** From the button's frame to the app's page. */
export type ButtonFrameMessage = { channel: 'cairn-sandbox-google-button' } & ButtonMessage;

/** From the chooser's window to the app's page. */
export type ChooserMessage = {
  channel: 'cairn-sandbox-google-chooser';
  channel_id: string;
} & CredentialResponse;
