import { describe, expect, test } from 'vitest';
import { helpText, needsSandbox, parseEnvExample, readEnvExample } from './environment.mjs';

const text = `# How to use this file.

# The app

# Where it listens.
# Default: 3000
PORT=
HOST=

# Banks

# Its address.
PLAID_BASE_URL=

# Mail.
SMTP_URL=
`;

describe('.env.example', () => {
  test('is parsed into headings, variables, and descriptions', () => {
    expect(parseEnvExample(text)).toEqual([
      { heading: 'How to use this file.', entries: [] },
      {
        heading: 'The app',
        entries: [{ names: ['PORT', 'HOST'], description: 'Where it listens. Default: 3000' }],
      },
      {
        heading: 'Banks',
        entries: [
          { names: ['PLAID_BASE_URL'], description: 'Its address.' },
          { names: ['SMTP_URL'], description: 'Mail.' },
        ],
      },
    ]);
  });

  test('is printed by --help with every variable', () => {
    const help = helpText('start', readEnvExample());
    const names = readEnvExample().flatMap(({ entries }) =>
      entries.flatMap((entry) => entry.names),
    );
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !help.includes(name))).toEqual([]);
    expect(help.split('\n').filter((line) => line.length > 90)).toEqual([]);
  });
});

describe('the sandbox', () => {
  const sections = parseEnvExample(text);
  const allProviders = { PLAID_BASE_URL: 'https://a.example', SMTP_URL: 'smtp://b.example' };

  test('runs if no provider is configured', () => {
    expect(needsSandbox({}, sections)).toBe(true);
  });

  test('runs if one of several providers is not configured', () => {
    expect(needsSandbox({ PLAID_BASE_URL: 'https://a.example' }, sections)).toBe(true);
  });

  test('does not run if every provider is configured', () => {
    expect(needsSandbox(allProviders, sections)).toBe(false);
  });

  test('never runs in production', () => {
    expect(needsSandbox({ NODE_ENV: 'production' }, sections)).toBe(false);
  });
});
