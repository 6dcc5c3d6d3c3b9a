import { eventually } from '../eventually.ts';

/** An email as the sandbox's inbox lists it. */
export interface InboxMail {
  id: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  links: string[];
}

/** Any test server with a sandbox. */
interface WithSandbox {
  sandbox: { url: string };
}

/** Lists the emails to an address, oldest first. */
export async function listMailTo({ sandbox }: WithSandbox, email: string): Promise<InboxMail[]> {
  const response = await fetch(`${sandbox.url}/mail/messages?to=${encodeURIComponent(email)}`);
  return (await response.json()) as InboxMail[]; // The sandbox's response type.
}

/** Waits for an email with this text in its subject, after `skip` other such emails. */
export const waitForMail = (
  server: WithSandbox,
  email: string,
  subject: string,
  skip = 0,
): Promise<InboxMail> =>
  eventually(
    async () =>
      (await listMailTo(server, email)).filter((mail) => mail.subject.includes(subject))[skip],
    `${email} has a mail about '${subject}'`,
  );

/** Extracts the code from an email's first link. */
export function extractCode(mail: InboxMail): string {
  const { hash } = new URL(mail.links[0] ?? '');
  const code = new URLSearchParams(hash.slice(1)).get('code');
  if (code === null) throw new Error(`There is no code in ${mail.links[0]}`);
  return code;
}
