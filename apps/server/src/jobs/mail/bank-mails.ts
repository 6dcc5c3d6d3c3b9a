import { formatMessage } from '@cairn/contract/text/copy';
import type { Mail } from '../../mail/enqueue-mail.ts';
import { formatDay } from './format-instant.ts';
import { mailCopy } from './mail.copy.ts';
import type { MailParts } from './render-mail.ts';

type BankMail = Extract<Mail, { kind: 'bank_needs_you' | 'bank_withdrawn' }>;

/** The content of an email about a bank that needs its user, or whose access the user withdrew. Pure. */
export function bankMailParts(mail: BankMail, page: (path: string) => string): MailParts {
  const { institution } = mail;
  if (mail.kind === 'bank_withdrawn') {
    const copy = mailCopy.bankWithdrawn;
    return {
      subject: formatMessage(copy.subject, { institution }),
      heading: formatMessage(copy.heading, { institution }),
      paragraphs: [formatMessage(copy.body, { institution }), copy.next],
      button: { label: copy.button, link: page('/link') },
      expiry: null,
      unexpectedTitle: mailCopy.frame.notYou,
      unexpected: formatMessage(copy.unexpected, { institution }),
      reason: mailCopy.bankReason,
    };
  }
  const copy = mail.why === 'login_required' ? mailCopy.bankSignIn : mailCopy.bankConsent;
  return {
    ...titlesOf(mail),
    paragraphs: [formatMessage(copy.body, { institution }), copy.next],
    button: { label: mailCopy.bankReconnect.button, link: page(`/institution/${mail.id}`) },
    expiry: null,
    unexpectedTitle: mailCopy.frame.notExpected,
    unexpected: mailCopy.bankReconnect.unexpected,
    reason: mailCopy.bankReason,
  };
}

function titlesOf({
  why,
  institution,
  ends,
}: Extract<BankMail, { kind: 'bank_needs_you' }>): Pick<MailParts, 'subject' | 'heading'> {
  if (why === 'login_required') {
    const { subject, heading } = mailCopy.bankSignIn;
    return {
      subject: formatMessage(subject, { institution }),
      heading: formatMessage(heading, { institution }),
    };
  }
  const copy = mailCopy.bankConsent;
  if (ends === null)
    return {
      subject: formatMessage(copy.subjectWithoutDay, { institution }),
      heading: formatMessage(copy.headingWithoutDay, { institution }),
    };
  const values = { institution, day: formatDay(ends) };
  return {
    subject: formatMessage(copy.subject, values),
    heading: formatMessage(copy.heading, values),
  };
}
