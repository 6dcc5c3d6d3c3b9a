// Keeps the inbox live: when the number of mails changes, the page is read again, unless somebody is typing in it.
const list = document.getElementById('mails');
const to = new URLSearchParams(location.search).get('to');
const address = to ? `/mail/messages?to=${encodeURIComponent(to)}` : '/mail/messages';

async function look(): Promise<void> {
  if (document.hidden || document.activeElement instanceof HTMLInputElement) return;
  const reply = await fetch(address).catch(() => null);
  if (!reply?.ok) return;
  const mails: unknown = await reply.json();
  if (Array.isArray(mails) && String(mails.length) !== list?.dataset.count) location.reload();
}

setInterval(look, 2_000);
document.addEventListener('visibilitychange', look);
