import { describe, expect, test } from 'vitest';
import { helpText, needsSandbox, parseTable, readTable } from './environment.mjs';

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

describe('the table of variables', () => {
  test('is read from comments, names and empty lines', () => {
    expect(parseTable(text)).toEqual([
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

  test('is what --help prints, every variable of .env.example in it', () => {
    const help = helpText('start', readTable());
    const names = readTable().flatMap(({ entries }) => entries.flatMap((entry) => entry.names));
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !help.includes(name))).toEqual([]);
    expect(help.split('\n').filter((line) => line.length > 90)).toEqual([]);
  });
});

describe('the sandbox', () => {
  const table = parseTable(text);
  const real = { PLAID_BASE_URL: 'https://a.example', SMTP_URL: 'smtp://b.example' };

  test('runs when nothing is set', () => {
    expect(needsSandbox({}, table)).toBe(true);
  });

  test('runs when one provider of several is left to it', () => {
    expect(needsSandbox({ PLAID_BASE_URL: 'https://a.example' }, table)).toBe(true);
  });

  test('does not run when every provider is a real one', () => {
    expect(needsSandbox(real, table)).toBe(false);
  });

  test('never runs in production', () => {
    expect(needsSandbox({ NODE_ENV: 'production' }, table)).toBe(false);
  });
});
