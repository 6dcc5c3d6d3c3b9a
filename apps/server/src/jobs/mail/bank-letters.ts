import type { Mail } from '../../domain/enqueue-mail.ts';
import { dayOf } from './moment-of.ts';
import type { LetterParts } from './write-letter.ts';

type BankMail = Extract<Mail, { kind: 'bank_needs_you' | 'bank_withdrawn' }>;

/** What is told of a bank that needs its user, or has been taken away by them. Pure. */
export function bankLetterOf(mail: BankMail, page: (path: string) => string): LetterParts {
  const about = {
    ends: null,
    why: 'Cairn tells you, once each time, when a bank stops sending what is new until you do something.',
  };
  if (mail.kind === 'bank_withdrawn')
    return {
      ...about,
      subject: `${mail.institution} is no longer linked to Cairn`,
      heading: `${mail.institution} is no longer linked`,
      lines: [
        `You have withdrawn Cairn's access at ${mail.institution}. Cairn has given back its key, and deletes the accounts and transactions that came from there.`,
        'If you want to see them again, link the bank again.',
      ],
      button: { label: 'Link a bank', link: page('/link') },
      ifNotYou: `Then ask ${mail.institution} who ended it. You can link it again at any time.`,
    };
  const reconnect = { label: 'Reconnect', link: page(`/institution/${mail.id}`) };
  const ifNotYou =
    'Banks ask for this by themselves. If you do not want the bank here any more, unlink it on the same page.';
  if (mail.why === 'login_required')
    return {
      ...about,
      subject: `Cairn: ${mail.institution} asks you to sign in again`,
      heading: `${mail.institution} asks you to sign in again`,
      lines: [
        `Nothing new comes from ${mail.institution} until you have signed in there again: a new password, say, or a new consent. What came before is still shown.`,
        'Reconnecting takes a minute. Your categories and names stay as they are.',
      ],
      button: reconnect,
      ifNotYou,
    };
  const ends = mail.ends === null ? 'soon' : `on ${dayOf(mail.ends)}`;
  return {
    ...about,
    subject: `Cairn: your consent at ${mail.institution} ends ${ends}`,
    heading: `Your consent at ${mail.institution} ends ${ends}`,
    lines: [
      `After that nothing new comes from ${mail.institution}. Until then everything goes on as before.`,
      'Reconnecting takes a minute and renews it. Your categories and names stay as they are.',
    ],
    button: reconnect,
    ifNotYou,
  };
}
