import type { Call } from '@cairn/contract/call';
import { type CallKey, callEntries } from '@cairn/contract/calls';
import { notBuilt } from '../../apps/server/src/not-built.ts';

/** One row of the table of calls, ready to be sent. */
export interface WalkedCall {
  key: CallKey;
  call: Call;
  method: string;
  /** The path below `/api`, its parameters filled with an id that nothing has. */
  path: string;
  built: boolean;
}

const nobody = '0190a0a0-0000-7000-8000-00000000dead';

/** Every call of the table, so that a test over it covers the call that comes tomorrow. */
export const walkedCalls: WalkedCall[] = callEntries.map(([key, call]) => {
  const [method = '', path = ''] = key.split(' ');
  const filled = path.replace(/:\w+/g, nobody);
  return { key, call, method, path: `/api${filled}`, built: !notBuilt.has(key) };
});
