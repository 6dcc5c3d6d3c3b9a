import { payErrors, processingLabel } from './pay.copy.ts';

// Enhances the card form. The form also works without this script, because the server validates everything.
const form = document.querySelector('form');
const number = document.querySelector<HTMLInputElement>('#number');
const expiry = document.querySelector<HTMLInputElement>('#expiry');
const fillButton = document.querySelector<HTMLButtonElement>('.fill');

/** Formats a field while the user types at its end. Edits in the middle are left alone. */
function formatWhileTyping(
  input: HTMLInputElement | null,
  format: (digits: string) => string,
): void {
  input?.addEventListener('input', (event) => {
    if (event instanceof InputEvent && event.inputType.startsWith('delete')) return;
    if (input.selectionStart !== input.value.length) return;
    input.value = format(input.value.replace(/\D/g, ''));
  });
}

formatWhileTyping(number, (digits) =>
  digits
    .slice(0, 19)
    .replace(/(\d{4})(?=\d)/g, '$1 ')
    .trim(),
);
formatWhileTyping(expiry, (digits) => {
  const padded = /^[2-9]/.test(digits) ? `0${digits}` : digits;
  return padded.length < 2 ? padded : `${padded.slice(0, 2)} / ${padded.slice(2, 4)}`;
});

if (fillButton && number && expiry) {
  fillButton.hidden = false;
  document.querySelector('.plain')?.remove();
  fillButton.addEventListener('click', () => {
    number.value = '4242 4242 4242 4242';
    expiry.value = `12 / ${String((new Date().getFullYear() + 4) % 100).padStart(2, '0')}`;
    const code = document.querySelector<HTMLInputElement>('#cvc');
    if (code) code.value = '123';
    document.querySelector<HTMLInputElement>('#name')?.focus();
  });
}

const { email, number: missingNumber, expiry: missingExpiry, cvc, name } = payErrors;
const missingErrors: Record<string, string> = {
  email,
  number: missingNumber,
  expiry: missingExpiry,
  cvc,
  name,
};

/** Shows an error below its field, or clears it if `problem` is empty. */
function showError(input: HTMLInputElement, problem: string): void {
  input.setAttribute('aria-invalid', String(problem !== ''));
  const errorElement = document.getElementById(`${input.id}-error`);
  if (errorElement) errorElement.textContent = problem;
}

const inputs = [...document.querySelectorAll<HTMLInputElement>('.field input')];
for (const input of inputs) {
  input.addEventListener('input', () => showError(input, ''));
}

form?.addEventListener('submit', (event) => {
  for (const input of inputs)
    showError(input, input.value.trim() === '' ? (missingErrors[input.id] ?? '') : '');
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
  button.textContent = processingLabel;
});

// After a return from the back/forward cache the button is still disabled, so load the page again.
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});

// If the server rejected the form, focus the first invalid field.
inputs.find((input) => input.getAttribute('aria-invalid') === 'true')?.focus();
