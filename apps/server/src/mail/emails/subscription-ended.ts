import { formatMessage } from '@cairn/contract/text/copy';
import type { EmailTemplate } from '../email-template.ts';
import { formatDay } from '../format-instant.ts';
import { lapseMailParts } from '../lapse-mail-parts.ts';
import { mailCopy } from '../mail.copy.ts';

/** The subscription has ended. Says when the banks will be unlinked, if there are any. */
export const subscriptionEnded: EmailTemplate<'subscription_ended'> = ({ banksUnlinked }, page) => {
  const { subject, heading, body, withBanks, withoutBanks } = mailCopy.subscriptionEnded;
  const next =
    banksUnlinked === null
      ? withoutBanks
      : formatMessage(withBanks, { day: formatDay(banksUnlinked) });
  return { ...lapseMailParts(page), subject, heading, paragraphs: [body, next] };
};
