import type { Mail } from '../../domain/enqueue-mail.ts';
import { dayOf } from './moment-of.ts';
import type { LetterParts } from './write-letter.ts';

type LapseMail = Extract<
  Mail,
  { kind: 'subscription_ended' | 'banks_unlinked_soon' | 'banks_unlinked' }
>;

/** What is told of a subscription that is over, and of the banks that were linked. Pure. */
export function lapseLetterOf(mail: LapseMail, page: (path: string) => string): LetterParts {
  const about = {
    ends: null,
    button: { label: 'Subscribe again', link: page('/') },
    ifNotYou:
      'Nothing is charged any more. To delete your account and everything in it, choose "Delete Account" in your profile.',
    why: 'Cairn tells you when your subscription ends, and before and after your banks are unlinked because of it.',
  };
  switch (mail.kind) {
    case 'subscription_ended':
      return {
        ...about,
        subject: 'Your Cairn subscription has ended',
        heading: 'Your subscription has ended',
        lines: [
          'Your accounts and transactions are kept as they are. Nothing new is fetched from your banks, and nothing more is charged.',
          mail.banksUnlinked === null
            ? 'When you subscribe again, everything is open again at once.'
            : `When you subscribe again, everything is open again at once, and your banks are brought up to date by themselves. If you have not by ${dayOf(mail.banksUnlinked)}, your banks are unlinked; your data stays.`,
        ],
      };
    case 'banks_unlinked_soon':
      return {
        ...about,
        subject: `Your banks are unlinked from Cairn on ${dayOf(mail.until)}`,
        heading: `Your banks are unlinked on ${dayOf(mail.until)}`,
        lines: [
          `Your subscription has ended. Unless you subscribe again before ${dayOf(mail.until)}, Cairn gives back its access to ${listed(mail.institutions)}.`,
          'Your accounts and transactions are kept. To see new ones after that, you would link the banks again.',
        ],
      };
    case 'banks_unlinked':
      return {
        ...about,
        subject: 'Your banks were unlinked from Cairn',
        heading: 'Your banks were unlinked',
        lines: [
          'Your subscription ended 30 days ago or more, so Cairn has given back its access to your banks and deleted the keys to them.',
          'Your accounts and transactions are kept. Subscribe and link the banks again, and everything goes on where it stopped.',
        ],
      };
  }
}

const listed = (names: readonly string[]): string =>
  new Intl.ListFormat('en-US', { type: 'conjunction' }).format(names);
