import { expect, test } from 'vitest';
import { isTyping } from './typing.ts';

interface Field {
  value: string;
  /** False for a checkbox, which also has a value. */
  isTextField: boolean;
}

/** The parts of a document that `isTyping` reads. */
const pageWith = (focused: Field | null, inDialogs: Field[] = []) => {
  const element = ({ value, isTextField }: Field) => ({ value, matches: () => isTextField });
  return {
    activeElement: focused && element(focused),
    querySelectorAll: () => inDialogs.filter(({ isTextField }) => isTextField).map(element),
  } as unknown as Document; // `isTyping` reads no other members.
};
const text = (value: string): Field => ({ value, isTextField: true });

test('a user is typing if the focused field has text', () => {
  expect(isTyping(pageWith(text('half an addr')))).toBe(true);
  expect(isTyping(pageWith(text('')))).toBe(false);
  expect(isTyping(pageWith({ value: 'on', isTextField: false }))).toBe(false);
  expect(isTyping(pageWith(null))).toBe(false);
});

test('text in an open dialog counts as typing, wherever the focus is', () => {
  expect(isTyping(pageWith(null, [text(''), text('a secret')]))).toBe(true);
  expect(isTyping(pageWith(null, [text('')]))).toBe(false);
});
