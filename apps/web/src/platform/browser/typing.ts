/** Fields with typed text. A lost checkbox or choice is easily restored. */
export const textFields =
  'textarea, [contenteditable="true"], input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"], [type="hidden"])';

/**
 * True if a reload would lose typed text: the focused field has text, or any field in an open
 * dialog does.
 */
export function isTyping(page: Pick<Document, 'activeElement' | 'querySelectorAll'>): boolean {
  const focused = page.activeElement;
  if (focused?.matches(textFields) && hasText(focused)) return true;
  const dialogFields = page.querySelectorAll(`[role="dialog"] :is(${textFields})`);
  return [...dialogFields].some(hasText);
}

function hasText(field: Element): boolean {
  return ('value' in field ? String(field.value) : (field.textContent ?? '')) !== '';
}
