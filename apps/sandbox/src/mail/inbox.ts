import PostalMime, { type Address } from 'postal-mime';

/** One mail as the trap caught it. Addresses are bare (`dana@example.com`); `to` joins several with ', '. */
export type Mail = {
  id: string;
  received_at: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** http(s) addresses in the order of the body, each once; those of the plain text come first. */
  links: string[];
};

/** How many mails are kept; the oldest goes first. */
const capacity = 2_000;

/** The mails caught so far, in memory, oldest first. */
export class Inbox {
  #mails: Mail[] = [];
  #recipients = new Map<string, string[]>();
  #count = 0;

  /** Parses a raw message (RFC 5322) and keeps it. `recipients` are those of the SMTP envelope. */
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

  /** All mails, or those that went to one address (in any case), oldest first. */
  list(to?: string): Mail[] {
    if (!to) return [...this.#mails];
    const wanted = to.trim().toLowerCase();
    return this.#mails.filter((mail) => this.#recipients.get(mail.id)?.includes(wanted));
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

/** The http(s) links of a mail: plain text first, then the `href`s of its HTML, without duplicates. */
export function findLinks(text: string, html: string): string[] {
  const inText = [...text.matchAll(/https?:\/\/[^\s<>"']+/g)].map((match) =>
    // Punctuation that ends the sentence around an address is not part of it.
    match[0].replace(/[.,;:!?)\]]+$/, ''),
  );
  const inHtml = [...html.matchAll(/href\s*=\s*(?:"(https?:[^"]+)"|'(https?:[^']+)')/gi)].map(
    (match) => (match[1] ?? match[2] ?? '').replace(/&amp;/g, '&'),
  );
  return [...new Set([...inText, ...inHtml])];
}
