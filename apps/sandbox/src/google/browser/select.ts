import type { ChooserMessage } from './protocol.ts';

// The last page of the chooser. It sends the credential to the app's page and closes the window.
// The opener is the button's frame, and its parent is the app's page. Only the requested origin gets the message.
const { origin = '', channelId = '', clientId = '', credential = '' } = document.body.dataset;
const opener: Window | null = window.opener;

if (opener === null || opener.closed) {
  const status = document.querySelector('[role=status]');
  if (status) {
    status.textContent =
      'This window lost its connection to the page that opened it. That page may be closed, or its Cross-Origin-Opener-Policy may be too strict. Close this window and try again.';
  }
} else {
  const message: ChooserMessage = {
    channel: 'cairn-sandbox-google-chooser',
    channel_id: channelId,
    credential,
    select_by: 'btn',
    client_id: clientId,
  };
  opener.parent.postMessage(message, origin);
  window.close();
}
