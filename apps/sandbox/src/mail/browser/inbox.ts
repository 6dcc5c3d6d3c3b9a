// Reloads the inbox when the number of emails changes, unless the user is typing.
const list = document.getElementById('mails');
const to = new URLSearchParams(location.search).get('to');
const url = to ? `/mail/messages?to=${encodeURIComponent(to)}` : '/mail/messages';

async function reloadIfChanged(): Promise<void> {
  if (document.hidden || document.activeElement instanceof HTMLInputElement) return;
  const response = await fetch(url).catch(() => null);
  if (!response?.ok) return;
  const mails: unknown = await response.json();
  if (Array.isArray(mails) && String(mails.length) !== list?.dataset.count) location.reload();
}

setInterval(reloadIfChanged, 2_000);
document.addEventListener('visibilitychange', reloadIfChanged);
