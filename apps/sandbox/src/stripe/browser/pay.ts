// The card form's comforts. Without this script the form works all the same: the server checks everything.
const form = document.querySelector('form');
const number = document.querySelector<HTMLInputElement>('#number');
const expiry = document.querySelector<HTMLInputElement>('#expiry');
const fill = document.querySelector<HTMLButtonElement>('.fill');

/** Rewrites a field as it is typed, only while the caret stands at its end: edits inside are left alone. */
function shape(input: HTMLInputElement | null, format: (digits: string) => string): void {
  input?.addEventListener('input', (event) => {
    if (event instanceof InputEvent && event.inputType.startsWith('delete')) return;
    if (input.selectionStart !== input.value.length) return;
    input.value = format(input.value.replace(/\D/g, ''));
  });
}

shape(number, (digits) =>
  digits
    .slice(0, 19)
    .replace(/(\d{4})(?=\d)/g, '$1 ')
    .trim(),
);
shape(expiry, (digits) => {
  const padded = /^[2-9]/.test(digits) ? `0${digits}` : digits;
  return padded.length < 2 ? padded : `${padded.slice(0, 2)} / ${padded.slice(2, 4)}`;
});

if (fill && number && expiry) {
  fill.hidden = false;
  document.querySelector('.plain')?.remove();
  fill.addEventListener('click', () => {
    number.value = '4242 4242 4242 4242';
    expiry.value = `12 / ${String((new Date().getFullYear() + 4) % 100).padStart(2, '0')}`;
    const code = document.querySelector<HTMLInputElement>('#cvc');
    if (code) code.value = '123';
    document.querySelector<HTMLInputElement>('#name')?.focus();
  });
}

const needed: Record<string, string> = {
  email: 'Enter your email address.',
  number: 'Enter your card number.',
  expiry: 'Enter the expiration date as MM / YY.',
  cvc: 'Enter the security code.',
  name: 'Enter the name on the card.',
};

/** Says what is wrong with a field beside it, or clears what was said. */
function say(input: HTMLInputElement, problem: string): void {
  input.setAttribute('aria-invalid', String(problem !== ''));
  const place = document.getElementById(`${input.id}-error`);
  if (place) place.textContent = problem;
}

const inputs = [...document.querySelectorAll<HTMLInputElement>('.field input')];
for (const input of inputs) {
  input.addEventListener('input', () => say(input, ''));
}

form?.addEventListener('submit', (event) => {
  for (const input of inputs) say(input, input.value.trim() === '' ? (needed[input.id] ?? '') : '');
  const first = inputs.find((input) => input.getAttribute('aria-invalid') === 'true');
  if (first) {
    event.preventDefault();
    first.focus();
    return;
  }
  const button = form.querySelector<HTMLButtonElement>('button[type=submit]');
  if (!button || button.getAttribute('aria-disabled') === 'true') {
    event.preventDefault();
    return;
  }
  button.setAttribute('aria-disabled', 'true');
  button.textContent = 'Processing…';
});

// Back from the browser's cache: the button is ready again.
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});

// After a refusal the person is where the trouble is.
inputs.find((input) => input.getAttribute('aria-invalid') === 'true')?.focus();
