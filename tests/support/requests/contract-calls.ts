import type { Call } from '@cairn/contract/call';
import { type CallKey, callEntries } from '@cairn/contract/calls';

/** A call of the contract, ready to be sent. */
export interface ContractCall {
  key: CallKey;
  call: Call;
  method: string;
  /** The path with `/api`, its parameters filled with an unknown ID. */
  path: string;
}

const unknownId = '0190a0a0-0000-7000-8000-00000000dead';

/** All calls of the contract, so that tests over them also cover future calls. */
export const contractCalls: ContractCall[] = callEntries.map(([key, call]) => {
  const [method = '', path = ''] = key.split(' ');
  const filledPath = path.replace(/:\w+/g, unknownId);
  return { key, call, method, path: `/api${filledPath}` };
});
