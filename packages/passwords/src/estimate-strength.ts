import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as commonDictionary } from '@zxcvbn-ts/language-common';
import { dictionary as englishDictionary, translations } from '@zxcvbn-ts/language-en';
import type { Strength } from './strength.ts';

/** In characters. What follows them hardly matters, but costs time. */
const longestPrefix = 50;

const estimator = new ZxcvbnFactory({
  dictionary: { ...commonDictionary, ...englishDictionary },
  graphs: adjacencyGraphs,
  translations,
  maxLength: longestPrefix,
});

/**
 * Estimates a password's strength (zxcvbn, USENIX Security 2016). `words`: those that an attacker tries for this user
 * first. Takes up to half a second, and loading this module another one and 40 MB, so only workers do.
 */
export function estimateStrength(password: string, words: readonly string[]): Strength {
  const { guesses, feedback } = estimator.check(password.slice(0, longestPrefix), [...words]);
  const [suggestion] = feedback.suggestions;
  return { guesses, advice: [feedback.warning, suggestion].filter(Boolean).join(' ') };
}
