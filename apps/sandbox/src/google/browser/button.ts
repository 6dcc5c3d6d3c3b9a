import type { ButtonMessage } from './protocol.ts';

// The button in its frame on the app's page. Its options are in the URL.
const button = document.querySelector('button');
const query = new URLSearchParams(location.search);
const origin = query.get('origin') ?? '';
const popup = { width: 500, height: 640 };

function notify(message: ButtonMessage): void {
  // Opened directly, the page has no parent to notify.
  if (parent !== window && URL.canParse(origin)) {
    parent.postMessage({ channel: 'cairn-sandbox-google-button', ...message }, origin);
  }
}

if (button) {
  const width = Number(button.dataset.width);
  if (width > 0 && !button.classList.contains('icon-only')) button.style.width = `${width}px`;
  const reportSize = () => {
    const box = document.querySelector('.frame')?.getBoundingClientRect();
    if (box) notify({ type: 'size', width: Math.ceil(box.width), height: Math.ceil(box.height) });
  };
  reportSize();
  document.fonts.ready.then(reportSize);

  button.addEventListener('click', () => {
    notify({ type: 'click' });
    const left = Math.max(0, Math.round(screenX + (outerWidth - popup.width) / 2));
    const top = Math.max(0, Math.round(screenY + (outerHeight - popup.height) / 2));
    const features = `popup,width=${popup.width},height=${popup.height},left=${left},top=${top}`;
    const chooser = open(`/google/gsi/select${location.search}`, 'cairn-sandbox-google', features);
    if (chooser === null) notify({ type: 'blocked' });
  });
}
