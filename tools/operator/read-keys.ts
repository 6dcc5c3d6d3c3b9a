import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  loadSecretKeys,
  type SecretKeys,
} from '../../apps/server/src/platform/secrets/secret-keys.ts';
import { CommandError } from '../command/command-error.mjs';
import type { DatabaseSettings } from './database-settings.ts';

/**
 * Reads the keys that Cairn uses: from the environment, otherwise from the files that it generated. Generates none.
 * @throws CommandError if one is missing or invalid
 */
export function readKeys({
  environment,
  dataDir,
}: Pick<DatabaseSettings, 'environment' | 'dataDir'>): SecretKeys {
  const errors: string[] = [];
  const { SESSION_KEY: sessionKey, TOKEN_KEYS: tokenKeys } = environment;
  const hasFile = (name: string) => existsSync(join(dataDir, name));
  const keys = loadSecretKeys({
    sessionKey,
    tokenKeys,
    dataDir,
    // `loadSecretKeys` then has nothing to generate.
    mayGenerate:
      (sessionKey !== undefined || hasFile('session.key')) &&
      (tokenKeys !== undefined || hasFile('token.keys')),
    errors,
  });
  if (keys === undefined) throw new CommandError(errors.join('\n'));
  return keys;
}
