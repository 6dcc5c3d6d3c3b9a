import PostalMime, { type Address } from 'postal-mime';

/** A received email. Addresses have no display name (`dana@example.com`); several in `to` are joined with ', '. */
export type Mail = {
  id: string;
  received_at: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Unique http(s) URLs in order: those in the plain text, then those in the HTML. */
  links: string[];
};

/** The maximum number of emails. The oldest are dropped. */
const capacity = 2_000;

/** The received emails, in memory, oldest first. */
export class Inbox {
  #mails: Mail[] = [];
  #recipients = new Map<string, string[]>();
  #count = 0;

  /** Parses a raw message (RFC 5322) and stores it. `recipients` are from the SMTP envelope. */
  async receive(raw: Buffer, sender: string, recipients: string[]): Promise<Mail> {
    const parsed = await PostalMime.parse(raw);
    this.#count += 1;
    const mail: Mail = {
      id: String(this.#count),
      received_at: new Date().toISOString(),
      from: bareAddress(parsed.from) ?? sender,
      to: recipients.join(', '),
      subject: parsed.subject ?? '',
      text: parsed.text ?? '',
      html: parsed.html ?? '',
      links: findLinks(parsed.text ?? '', parsed.html ?? ''),
    };
    this.#mails.push(mail);
    this.#recipients.set(
      mail.id,
      recipients.map((address) => address.toLowerCase()),
    );
    if (this.#mails.length > capacity) {
      const oldest = this.#mails.shift();
      if (oldest) this.#recipients.delete(oldest.id);
    }
    return mail;
  }

  /** Returns all emails, or only the emails to one address (ignoring case), oldest first. */
  list(to?: string): Mail[] {
    if (!to) return [...this.#mails];
    const recipient = to.trim().toLowerCase();
    return this.#mails.filter((mail) => this.#recipients.get(mail.id)?.includes(recipient));
  }

  find(id: string): Mail | undefined {
    return this.#mails.find((mail) => mail.id === id);
  }

  clear(): void {
    this.#mails = [];
    this.#recipients.clear();
  }
}

function bareAddress(from: Address | undefined): string | undefined {
  return from && 'address' in from && from.address ? from.address : undefined;
}

/** Returns the unique http(s) links of an email: those in the plain text, then the `href`s in the HTML. */
export function findLinks(text: string, html: string): string[] {
  const inText = [...text.matchAll(/https?:\/\/[^\s<>"']+/g)].map((match) =>
    // Trailing punctuation belongs to the sentence, not to the URL.
    match[0].replace(/[.,;:!?)\]]+$/, ''),
  );
  const inHtml = [...html.matchAll(/href\s*=\s*(?:"(https?:[^"]+)"|'(https?:[^']+)')/gi)].map(
    (match) => (match[1] ?? match[2] ?? '').replace(/&amp;/g, '&'),
  );
  return [...new Set([...inText, ...inHtml])];
}
