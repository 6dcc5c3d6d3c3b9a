import type { CallResponse } from '@cairn/contract/calls';
import { useEffect, useState } from 'react';
import { call } from './api/api-client.ts';

/** The public configuration, which the app needs before sign-in. */
export type Config = CallResponse<'GET /config'>;

let loading: Promise<Config> | undefined;
let loaded: Config | undefined;

/** Loads the config once per page. After an error, the next call retries. */
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
 * The config, or null while it loads. It lives outside the query cache so that the sign-in page
 * need not load the cache's code.
 */
export function useConfig(): Config | null {
  const [config, setConfig] = useState(loaded ?? null);
  useEffect(() => {
    if (config !== null) return;
    let isUnmounted = false;
    const load = async (retryDelay: number) => {
      try {
        const response = await loadConfig();
        if (!isUnmounted) setConfig(response);
      } catch {
        // Components that need the config show the error; here it is retried until it loads.
        setTimeout(() => !isUnmounted && load(Math.min(retryDelay * 2, 60_000)), retryDelay);
      }
    };
    load(2_000);
    return () => {
      isUnmounted = true;
    };
  }, [config]);
  return config;
}
