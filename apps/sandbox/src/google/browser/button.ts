import type { ButtonNews } from './protocol.ts';

// The button itself, in its frame on the app's page. What it was asked for is in its address.
const button = document.querySelector('button');
const query = new URLSearchParams(location.search);
const origin = query.get('origin') ?? '';
const popup = { width: 500, height: 640 };

function tell(message: ButtonNews): void {
  // A frame that was opened by hand has nobody to tell.
  if (parent !== window && URL.canParse(origin)) {
    parent.postMessage({ channel: 'cairn-sandbox-google-button', ...message }, origin);
  }
}

if (button) {
  const width = Number(button.dataset.width);
  if (width > 0 && !button.classList.contains('icon-only')) button.style.width = `${width}px`;
  const measure = () => {
    const room = document.querySelector('.room')?.getBoundingClientRect();
    if (room) tell({ type: 'size', width: Math.ceil(room.width), height: Math.ceil(room.height) });
  };
  measure();
  document.fonts.ready.then(measure);

  button.addEventListener('click', () => {
    tell({ type: 'click' });
    const left = Math.max(0, Math.round(screenX + (outerWidth - popup.width) / 2));
    const top = Math.max(0, Math.round(screenY + (outerHeight - popup.height) / 2));
    const place = `popup,width=${popup.width},height=${popup.height},left=${left},top=${top}`;
    const opened = open(`/google/gsi/select${location.search}`, 'cairn-sandbox-google', place);
    if (opened === null) tell({ type: 'blocked' });
  });
}
