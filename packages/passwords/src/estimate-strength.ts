import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as commonDictionary } from '@zxcvbn-ts/language-common';
import { dictionary as englishDictionary, translations } from '@zxcvbn-ts/language-en';
import type { Strength } from './strength.ts';

/** How many characters of a password are estimated. More characters take time and hardly change the result. */
const estimatedLength = 50;

const estimator = new ZxcvbnFactory({
  dictionary: { ...commonDictionary, ...englishDictionary },
  graphs: adjacencyGraphs,
  translations,
  maxLength: estimatedLength,
});

/**
 * Estimates a password's strength (zxcvbn, USENIX Security 2016). `words` are what attackers try first for this user. A
 * call takes up to half a second. Loading this module takes as long and needs 40 MB, so only workers load it.
 */
export function estimateStrength(password: string, words: readonly string[]): Strength {
  const { guesses, feedback } = estimator.check(password.slice(0, estimatedLength), [...words]);
  const [suggestion] = feedback.suggestions;
  return { guesses, advice: [feedback.warning, suggestion].filter(Boolean).join(' ') };
}
