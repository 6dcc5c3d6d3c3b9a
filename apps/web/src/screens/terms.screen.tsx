import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { useConfig } from '../platform/config.ts';
import { textLinkClass } from './frame/entry-page.tsx';
import { PlainPage, PlainSection, SandboxParagraph } from './frame/plain-page.tsx';

/** What holds between Cairn and whoever uses it. */
export function Component() {
  const sandbox = useConfig()?.sandbox === true;
  return (
    <PlainPage
      title="Terms"
      intro="What you can expect of Cairn, and what Cairn expects of you. In plain words, because you should have read them."
    >
      <SandboxParagraph shown={sandbox} />
      <PlainSection title="What Cairn is">
        <p>
          Cairn reads the accounts that you link and shows what is in them: balances, transactions,
          spending. It moves no money. Nothing in it is financial, tax or legal advice.
        </p>
        <p>
          The numbers come from your banks, and can be late or wrong there. Where something is old
          or missing, Cairn says so. For anything that matters, ask your bank.
        </p>
      </PlainSection>
      <PlainSection title="Your account">
        <ul>
          <li>It is for you alone. Link only accounts that you are allowed to look at.</li>
          <li>Keep your password to yourself, and tell us if somebody else might have it.</li>
          <li>
            Do not try to get at other people’s data, or to overload or break the service. Who does
            can be locked out.
          </li>
        </ul>
      </PlainSection>
      <PlainSection title="What it costs">
        <p>
          The full set of features costs $50 a year, or $250 once for as long as Cairn exists. The
          yearly subscription renews until you cancel it; then it runs to the end of the year that
          you paid for. Demo mode is free.
        </p>
        <p>
          When a subscription ends, nothing new is fetched from your banks. After 30 days, and a
          mail a week before, Cairn gives back its access to them. What you have stays until you
          delete it.
        </p>
      </PlainSection>
      <PlainSection title="Your data">
        <p>
          It stays yours. The{' '}
          <Link to={paths.privacy} className={textLinkClass}>
            Privacy Policy
          </Link>{' '}
          says what is kept, that it is never shared, and how to export or delete it.
        </p>
      </PlainSection>
      <Leaving />
      <PlainSection title="What is not promised">
        <p>
          Cairn is made with care and comes without warranty: it can be down, and it can be wrong.
          As far as the law allows, nobody is liable for what you decide because of what it showed.
          The rights that the law gives you as a consumer stay as they are.
        </p>
      </PlainSection>
      <PlainSection title="When this page changes">
        <p>
          If a change takes something from you, you are told before it counts, and can leave first.
        </p>
      </PlainSection>
    </PlainPage>
  );
}

function Leaving() {
  return (
    <PlainSection title="Leaving">
      <p>
        You can unlink a single bank on its page, which deletes what came from it, and delete your
        account at any time in your profile. That takes back Cairn’s access to your banks and
        deletes what is held on you; it cannot be undone.
      </p>
    </PlainSection>
  );
}
