import { formatMessage } from '@cairn/contract/text/copy';
import type { Mail } from '../../mail/enqueue-mail.ts';
import { formatDay } from './format-instant.ts';
import { mailCopy } from './mail.copy.ts';
import type { MailParts } from './render-mail.ts';

type LapseMail = Extract<
  Mail,
  { kind: 'subscription_ended' | 'banks_unlinked_soon' | 'banks_unlinked' }
>;

/** The content of an email about an ended subscription and the banks it had linked. Pure. */
export function lapseMailParts(mail: LapseMail, page: (path: string) => string): MailParts {
  const shared = {
    button: { label: mailCopy.lapse.button, link: page('/') },
    expiry: null,
    unexpectedTitle: mailCopy.frame.notExpected,
    unexpected: mailCopy.lapse.unexpected,
    reason: mailCopy.lapse.reason,
  };
  switch (mail.kind) {
    case 'subscription_ended': {
      const { subject, heading, body, withBanks, withoutBanks } = mailCopy.subscriptionEnded;
      const next =
        mail.banksUnlinked === null
          ? withoutBanks
          : formatMessage(withBanks, { day: formatDay(mail.banksUnlinked) });
      return { ...shared, subject, heading, paragraphs: [body, next] };
    }
    case 'banks_unlinked_soon': {
      const { subject, heading, body, next } = mailCopy.banksUnlinkedSoon;
      const day = formatDay(mail.until);
      const institutions = formatList(mail.institutions);
      return {
        ...shared,
        subject: formatMessage(subject, { day }),
        heading: formatMessage(heading, { day }),
        paragraphs: [formatMessage(body, { day, institutions }), next],
      };
    }
    case 'banks_unlinked': {
      const { subject, heading, body, next } = mailCopy.banksUnlinked;
      return { ...shared, subject, heading, paragraphs: [body, next] };
    }
  }
}

const formatList = (names: readonly string[]): string =>
  new Intl.ListFormat('en-US', { type: 'conjunction' }).format(names);
