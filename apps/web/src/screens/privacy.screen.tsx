import { useConfig } from '../platform/config.ts';
import { PlainPage, PlainSection, SandboxParagraph } from './frame/plain-page.tsx';

/** What Cairn keeps, whom it talks to, and how all of it goes again. */
export function Component() {
  const sandbox = useConfig()?.sandbox === true;
  return (
    <PlainPage
      title="Privacy Policy"
      intro="Cairn shows you your own money. To do that it has to keep things about you, and this page lists them. They are yours: never sold, never shared for advertising, never used for anything but showing them to you."
    >
      <SandboxParagraph shown={sandbox} />
      <Kept />
      <NotKept />
      <Others />
      <PlainSection title="How it is protected">
        <ul>
          <li>
            Passwords are stored as argon2id hashes, which cannot be turned back. Bank and provider
            keys are encrypted, each bound to your account.
          </li>
          <li>
            Every request is checked against the database: someone else’s data answers as if it did
            not exist.
          </li>
          <li>
            Signing out, changing your password and deleting your account end sessions at once, on
            every device they are meant for.
          </li>
        </ul>
      </PlainSection>
      <YourControl />
      <PlainSection title="In your browser">
        <p>
          Cairn stores your sign-in token, whether demo mode is on, your choice of theme, and which
          groups of accounts are folded. While you sign in with Google or Apple, or link a crypto
          exchange, a cookie ties the attempt to this browser, so that nobody else can finish it.
          There are no other cookies, no analytics and no trackers.
        </p>
        <p>
          Merchants’ logos come from Cairn itself, which fetches them and keeps a copy: the servers
          they come from never hear of you. Google’s sign-in script is only fetched on pages that
          offer it, once you start using them.
        </p>
      </PlainSection>
      <PlainSection title="When this page changes">
        <p>
          It says what Cairn does. If that changes, this page changes with it, and anything that
          would let somebody new see your data is asked of you first.
        </p>
      </PlainSection>
    </PlainPage>
  );
}

function Kept() {
  return (
    <PlainSection title="What is kept">
      <ul>
        <li>
          <b>Your account:</b> your email address, whether it is verified, a hash of your password,
          and, if you use them, the ids that Google and Apple know you by.
        </li>
        <li>
          <b>Your money:</b> for each bank you link, its name and a key to read it; your accounts
          with their limits and the balance of each day; your transactions; and the changes you make
          to them, such as a category, a name, or that an account is hidden.
        </li>
        <li>
          <b>Your subscription:</b> whether you have paid and until when, and the number that the
          payment provider knows you by. Card numbers never reach Cairn.
        </li>
        <li>
          <b>Your devices and activity:</b> which browsers signed in and when they were last used,
          and, for twelve months, a log of sign-ins, links and changes. You can read both in your
          profile.
        </li>
        <li>
          <b>Mails to you:</b> that one was sent, when and of which kind. Its text is deleted once
          it is on its way.
        </li>
        <li>
          <b>For a short while:</b> how often someone tried to sign in, by address and by network
          address, so that passwords cannot be guessed; and a technical log, with ids in place of
          names and without amounts or secrets.
        </li>
      </ul>
    </PlainSection>
  );
}

function NotKept() {
  return (
    <PlainSection title="What is not">
      <p>
        Your bank password: you enter it at your bank or at the bank-data provider, never in Cairn.
        Cairn can read what you linked and cannot move money.
      </p>
    </PlainSection>
  );
}

function Others() {
  return (
    <PlainSection title="Whom Cairn talks to for you">
      <p>Only these, and only as far as you use them:</p>
      <ul>
        <li>the bank-data provider, to link banks and read your accounts;</li>
        <li>the payment provider, which gets your address and takes the payment;</li>
        <li>Google or Apple, if you sign in with them;</li>
        <li>the crypto exchange, if you link it;</li>
        <li>a mail server, for the mails you ask for and those that keep your account safe.</li>
      </ul>
      <p>Nobody else gets anything, unless a court orders it.</p>
    </PlainSection>
  );
}

function YourControl() {
  return (
    <PlainSection title="What you can do">
      <ul>
        <li>
          <b>Take it with you:</b> your profile exports everything held on you, as JSON and CSV in
          one zip.
        </li>
        <li>
          <b>End it in part:</b> your profile signs out single devices and unlinks Google and Apple,
          and each bank’s page unlinks the bank. That stops asking it at once, takes back Cairn’s
          access, and then deletes its accounts and transactions here: in seconds, or in up to three
          days if the bank-data provider does not answer.
        </li>
        <li>
          <b>Delete:</b> deleting your account, in your profile, signs out every device at once,
          takes back Cairn’s access at your banks and at Apple, cancels a running subscription, and
          then deletes every row about you. That takes seconds, or up to three days if a provider
          does not answer.
        </li>
        <li>
          <b>What stays elsewhere:</b> your bank’s and the payment provider’s own records. Lines of
          the technical log, and backups, go as whoever runs Cairn replaces them.
        </li>
      </ul>
    </PlainSection>
  );
}
