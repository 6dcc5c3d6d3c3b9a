import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { root } from './root.mjs';

/**
 * `.env.example` is the reference for all environment variables. Blocks are separated by empty lines. A block
 * consists of comment lines and the variables that they describe. A block without variables is a heading.
 *
 * @typedef {{ names: string[], description: string }} Entry
 * @typedef {{ heading: string | null, entries: Entry[] }} Section
 */

/**
 * @param {string} text the content of `.env.example`
 * @returns {Section[]}
 */
export function parseEnvExample(text) {
  /** @type {Section[]} */
  const sections = [];
  for (const block of text.split(/\n\s*\n/)) {
    const lines = block.split('\n').map((line) => line.trim());
    const description = lines
      .filter((line) => line.startsWith('#'))
      .map((line) => line.slice(1).trim())
      .join(' ');
    const names = lines.flatMap((line) => /^([A-Z][A-Z0-9_]*)=/.exec(line)?.[1] ?? []);
    if (names.length === 0 && description !== '') {
      sections.push({ heading: description, entries: [] });
    } else if (names.length > 0) {
      const section = sections.at(-1) ?? { heading: null, entries: [] };
      if (sections.length === 0) sections.push(section);
      section.entries.push({ names, description });
    }
  }
  return sections;
}

/** @returns {Section[]} */
export function readEnvExample() {
  return parseEnvExample(readFileSync(join(root, '.env.example'), 'utf8'));
}

/**
 * The variables that are set in `.env` or in the process's environment, which takes precedence. Empty
 * values count as unset.
 * @returns {Record<string, string>}
 */
export function readEnvironment() {
  const file = join(root, '.env');
  const fromFile = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  /** @type {Record<string, string>} */
  const variables = {};
  for (const source of [fromFile, process.env]) {
    for (const [name, value] of Object.entries(source)) if (value) variables[name] = value;
  }
  return variables;
}

/**
 * @param {string} command as typed after `npm`
 * @param {Section[]} sections
 */
export function helpText(command, sections) {
  const lines = [
    `npm ${command}`,
    '',
    'Settings are environment variables, or lines in a file named .env (see .env.example).',
    'All are optional; an empty value means unset.',
  ];
  for (const { heading, entries } of sections) {
    if (entries.length === 0) continue;
    if (heading !== null) lines.push('', heading);
    for (const { names, description } of entries) {
      lines.push(
        '',
        `  ${names.join(', ')}`,
        ...wrap(description, 76).map((line) => `      ${line}`),
      );
    }
  }
  return lines.join('\n');
}

/**
 * @param {string} text
 * @param {number} width
 */
function wrap(text, width) {
  /** @type {string[]} */
  const lines = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else lines.push(word);
  }
  return lines;
}

/** Variables with a provider's address. The sandbox replaces each provider whose variable is unset. */
const providerAddress = /^(PLAID|COINBASE|GOOGLE|APPLE|STRIPE|SMTP|QUOTES)_(\w+_)?URL$/;

/**
 * True if the sandbox replaces at least one provider, so it has to run.
 * @param {Record<string, string>} environment
 * @param {Section[]} sections
 */
export function needsSandbox(environment, sections) {
  if (environment.NODE_ENV === 'production') return false;
  const addresses = sections
    .flatMap(({ entries }) => entries.flatMap(({ names }) => names))
    .filter((name) => providerAddress.test(name));
  return addresses.some((name) => !environment[name]);
}
