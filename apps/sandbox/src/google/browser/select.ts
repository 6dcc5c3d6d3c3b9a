import type { FromChooser } from './protocol.ts';

// The last page of the chooser: it hands the credential to the page whose button opened this window, and goes.
// The opener is the button's frame; its parent is the app's page. No other origin than the one asked for gets the message.
const { origin = '', channelId = '', clientId = '', credential = '' } = document.body.dataset;
const opener: Window | null = window.opener;

if (opener === null || opener.closed) {
  const words = document.querySelector('[role=status]');
  if (words) {
    words.textContent =
      'The page that opened this window is gone, or its Cross-Origin-Opener-Policy cut it off. Close this window and try again.';
  }
} else {
  const message: FromChooser = {
    channel: 'cairn-sandbox-google-chooser',
    channel_id: channelId,
    credential,
    select_by: 'btn',
    client_id: clientId,
  };
  opener.parent.postMessage(message, origin);
  window.close();
}
