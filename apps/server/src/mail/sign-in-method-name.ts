import { formatMessage } from '@cairn/contract/text/copy';
import { mailCopy } from './mail.copy.ts';

/** Names an account at a provider, with its address if the provider shares it. */
export const signInMethodName = ({ provider, address }: { provider: string; address: string }) =>
  address === '' ? provider : formatMessage(mailCopy.signInMethod, { provider, address });
