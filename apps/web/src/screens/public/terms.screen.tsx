import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { useConfig } from '../../platform/config.ts';
import { Message } from '../../ui/message.tsx';
import { textLinkClass } from '../frame/pages/entry-page.tsx';
import { SandboxExplanation, TextPage, TextSection } from '../frame/pages/text-page.tsx';
import { termsCopy } from './terms.copy.ts';

/** The terms of service. */
export function Component() {
  const isSandbox = useConfig()?.sandbox === true;
  return (
    <TextPage title={termsCopy.title} intro={termsCopy.intro}>
      <SandboxExplanation shown={isSandbox} />
      <TextSection title={termsCopy.service.title}>
        <p>{termsCopy.service.scope}</p>
        <p>{termsCopy.service.accuracy}</p>
      </TextSection>
      <TextSection title={termsCopy.account.title}>
        <ul>
          {termsCopy.account.rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </TextSection>
      <TextSection title={termsCopy.price.title}>
        <p>{termsCopy.price.plans}</p>
        <p>{termsCopy.price.lapse}</p>
      </TextSection>
      <TextSection title={termsCopy.data.title}>
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
      </TextSection>
      {[termsCopy.leaving, termsCopy.warranty, termsCopy.changes].map(({ title, text }) => (
        <TextSection key={title} title={title}>
          <p>{text}</p>
        </TextSection>
      ))}
    </TextPage>
  );
}
