/** What can be typed into. A box to tick or a choice loses nothing worth keeping. */
const textFields =
  'textarea, [contenteditable="true"], input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"], [type="hidden"])';

/**
 * Whether somebody has begun to type what a reload would lose: text in the field that has the focus,
 * or anywhere in an open dialog.
 */
export function isTyping(page: Pick<Document, 'activeElement' | 'querySelectorAll'>): boolean {
  const focused = page.activeElement;
  if (focused?.matches(textFields) && hasText(focused)) return true;
  const inDialogs = page.querySelectorAll(`[role="dialog"] :is(${textFields})`);
  return [...inDialogs].some(hasText);
}

function hasText(field: Element): boolean {
  return ('value' in field ? String(field.value) : (field.textContent ?? '')) !== '';
}
