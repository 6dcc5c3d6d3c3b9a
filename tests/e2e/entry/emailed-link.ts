import { eventually } from '../../support/eventually.ts';
import { sandboxUrl } from '../../support/processes/e2e-addresses.ts';

/** Waits for an email to an address. Resolves to the first link of the latest one. */
export async function waitForEmailedLink(address: string): Promise<string> {
  let link: string | undefined;
  await eventually(async () => {
    const response = await fetch(`${sandboxUrl}/mail/messages?to=${encodeURIComponent(address)}`);
    const mails = (await response.json()) as { links: string[] }[]; // The sandbox's format.
    link = mails.at(-1)?.links[0];
    return link !== undefined;
  }, `an email to ${address}`);
  return link ?? '';
}
