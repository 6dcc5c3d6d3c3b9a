import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { useConfig } from '../platform/config.ts';
import { Message } from '../ui/message.tsx';
import { textLinkClass } from './frame/entry-page.tsx';
import { PlainPage, PlainSection, SandboxParagraph } from './frame/plain-page.tsx';
import { termsCopy } from './terms.copy.ts';

/** The terms of service. */
export function Component() {
  const sandbox = useConfig()?.sandbox === true;
  return (
    <PlainPage title={termsCopy.title} intro={termsCopy.intro}>
      <SandboxParagraph shown={sandbox} />
      <PlainSection title={termsCopy.service.title}>
        <p>{termsCopy.service.scope}</p>
        <p>{termsCopy.service.accuracy}</p>
      </PlainSection>
      <PlainSection title={termsCopy.account.title}>
        <ul>
          {termsCopy.account.rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </PlainSection>
      <PlainSection title={termsCopy.price.title}>
        <p>{termsCopy.price.plans}</p>
        <p>{termsCopy.price.lapse}</p>
      </PlainSection>
      <PlainSection title={termsCopy.data.title}>
        <p>
          <Message
            text={termsCopy.data.text}
            values={{
              privacyPolicy: (
                <Link to={paths.privacy} className={textLinkClass}>
                  {termsCopy.data.privacyPolicy}
                </Link>
              ),
            }}
          />
        </p>
      </PlainSection>
      {[termsCopy.leaving, termsCopy.warranty, termsCopy.changes].map(({ title, text }) => (
        <PlainSection key={title} title={title}>
          <p>{text}</p>
        </PlainSection>
      ))}
    </PlainPage>
  );
}
