import { expect, test } from 'vitest';
import { isTyping } from './typing.ts';

interface Field {
  value: string;
  /** Whether text goes into it; a box to tick has a value too. */
  takesText: boolean;
}

/** As much of a page as `isTyping` looks at. */
const pageWith = (focused: Field | null, inDialogs: Field[] = []) => {
  const element = ({ value, takesText }: Field) => ({ value, matches: () => takesText });
  return {
    activeElement: focused && element(focused),
    querySelectorAll: () => inDialogs.filter(({ takesText }) => takesText).map(element),
  } as unknown as Document; // The rest of a document is of no matter here.
};
const text = (value: string): Field => ({ value, takesText: true });

test('who has text in the field they are in is typing', () => {
  expect(isTyping(pageWith(text('half an addr')))).toBe(true);
  expect(isTyping(pageWith(text('')))).toBe(false);
  expect(isTyping(pageWith({ value: 'on', takesText: false }))).toBe(false);
  expect(isTyping(pageWith(null))).toBe(false);
});

test('what was typed in a dialog counts until it is closed, wherever the focus is', () => {
  expect(isTyping(pageWith(null, [text(''), text('a secret')]))).toBe(true);
  expect(isTyping(pageWith(null, [text('')]))).toBe(false);
});
