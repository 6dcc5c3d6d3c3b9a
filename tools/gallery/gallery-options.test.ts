import { expect, test } from 'vitest';
import { galleryStates, parseGalleryOptions } from './gallery-options.ts';

test('without arguments, the gallery has every state, width, and theme', () => {
  expect(parseGalleryOptions([])).toEqual({
    screens: [],
    states: [...galleryStates],
    widths: [1440, 768, 390, 320],
    themes: ['light', 'dark'],
    checksAccessibility: true,
  });
});

test('lists choose screens, states, widths, and themes', () => {
  const args = ['--screens=budget,networth', '--states', 'empty,full', '--widths=390', '--no-axe'];
  expect(parseGalleryOptions(args)).toEqual({
    screens: ['budget', 'networth'],
    states: ['full', 'empty'],
    widths: [390],
    themes: ['light', 'dark'],
    checksAccessibility: false,
  });
});

test.each([
  [['--states=whole'], "--states: 'whole' is not one of full, empty"],
  [['--widths=400'], "--widths: '400' is not one of 1440, 768, 390, 320"],
  [['--colors=dark'], "Unknown option '--colors'"],
])('the arguments %j are rejected with a clear message', (args, message) => {
  expect(() => parseGalleryOptions(args)).toThrow(message);
});
