import { sandboxUrl } from '../support/e2e-addresses.ts';
import { eventually } from '../support/eventually.ts';

/** The first link of the last mail to an address, once it is there. */
export async function linkMailedTo(address: string): Promise<string> {
  let link: string | undefined;
  await eventually(async () => {
    const reply = await fetch(`${sandboxUrl}/mail/messages?to=${encodeURIComponent(address)}`);
    const mails = (await reply.json()) as { links: string[] }[]; // The sandbox's own shape.
    link = mails.at(-1)?.links[0];
    return link !== undefined;
  }, `a mail to ${address}`);
  return link ?? '';
}
