import { formatMessage } from '@cairn/contract/text/copy';
import type { EmailTemplate, MailParts } from '../email-template.ts';
import type { Mail } from '../enqueue-mail.ts';
import { formatDay } from '../format-instant.ts';
import { mailCopy } from '../mail.copy.ts';

type BankNeedsUser = Extract<Mail, { kind: 'bank_needs_user' }>;

/** The user must sign in at a bank again, because it requires that or because consent ends. */
export const bankNeedsUser: EmailTemplate<'bank_needs_user'> = (mail, page) => {
  const { institution } = mail;
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
};

function titlesOf({
  why,
  institution,
  ends,
}: BankNeedsUser): Pick<MailParts, 'subject' | 'heading'> {
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
