import type { CallReply } from '@cairn/contract/calls';
import { useEffect, useState } from 'react';
import { call } from './api-client.ts';

/** What the app must know before anyone signs in. */
export type Config = CallReply<'GET /config'>;

let loading: Promise<Config> | undefined;
let loaded: Config | undefined;

/** The config, asked for once in the life of the page; a failed try is made again when next asked. */
export function loadConfig(): Promise<Config> {
  loading ??= call('GET /config').then(
    (config) => {
      loaded = config;
      return config;
    },
    (error) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

/**
 * The config, or null while it is on its way. It is kept outside the query cache so that the
 * sign-in page need not load the cache first.
 */
export function useConfig(): Config | null {
  const [config, setConfig] = useState(loaded ?? null);
  useEffect(() => {
    if (config !== null) return;
    let gone = false;
    const load = async (wait: number) => {
      try {
        const answer = await loadConfig();
        if (!gone) setConfig(answer);
      } catch {
        // Shown by what needs the config; asked for again until it is there.
        setTimeout(() => !gone && load(Math.min(wait * 2, 60_000)), wait);
      }
    };
    load(2_000);
    return () => {
      gone = true;
    };
  }, [config]);
  return config;
}
