import { hash } from 'node:crypto';

/** Derives an ID of 37 letters and digits, like the aggregator's, from the parts. */
export function deriveId(...parts: (string | number)[]): string {
  return hash('sha256', parts.join('\u0000'), 'base64url').replaceAll(/[-_]/g, 'q').slice(0, 37);
}

/** Derives a token such as 'access-sandbox-<uuid>' from the parts. */
export function deriveToken(
  kind: 'link' | 'public' | 'access',
  ...parts: (string | number)[]
): string {
  const hex = hash('sha256', [kind, ...parts].join('\u0000'), 'hex');
  const groups = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20, 32),
  ];
  return `${kind}-sandbox-${groups.join('-')}`;
}
