import { useConfig } from '../../platform/config.ts';
import { SandboxExplanation, TextPage, TextSection } from '../frame/pages/text-page.tsx';
import { privacyCopy } from './privacy.copy.ts';

/** The privacy policy. */
export function Component() {
  const isSandbox = useConfig()?.sandbox === true;
  const { stored, notStored, providers, security, control, browser, changes } = privacyCopy;
  return (
    <TextPage title={privacyCopy.title} intro={privacyCopy.intro}>
      <SandboxExplanation shown={isSandbox} />
      <TextSection title={stored.title}>
        <LeadList entries={stored.entries} />
      </TextSection>
      <TextSection title={notStored.title}>
        <p>{notStored.text}</p>
      </TextSection>
      <TextSection title={providers.title}>
        <p>{providers.intro}</p>
        <List entries={providers.entries} />
        <p>{providers.noOthers}</p>
      </TextSection>
      <TextSection title={security.title}>
        <List entries={security.entries} />
      </TextSection>
      <TextSection title={control.title}>
        <LeadList entries={control.entries} />
      </TextSection>
      <TextSection title={browser.title}>
        <p>{browser.storage}</p>
        <p>{browser.thirdParties}</p>
      </TextSection>
      <TextSection title={changes.title}>
        <p>{changes.text}</p>
      </TextSection>
    </TextPage>
  );
}

function List({ entries }: { entries: readonly string[] }) {
  return (
    <ul>
      {entries.map((entry) => (
        <li key={entry}>{entry}</li>
      ))}
    </ul>
  );
}

function LeadList({ entries }: { entries: readonly { lead: string; text: string }[] }) {
  return (
    <ul>
      {entries.map(({ lead, text }) => (
        <li key={lead}>
          <b>{lead}</b> {text}
        </li>
      ))}
    </ul>
  );
}
