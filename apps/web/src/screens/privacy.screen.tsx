import { useConfig } from '../platform/config.ts';
import { PlainPage, PlainSection, SandboxParagraph } from './frame/plain-page.tsx';
import { privacyCopy } from './privacy.copy.ts';

/** The privacy policy. */
export function Component() {
  const sandbox = useConfig()?.sandbox === true;
  const { stored, notStored, providers, security, control, browser, changes } = privacyCopy;
  return (
    <PlainPage title={privacyCopy.title} intro={privacyCopy.intro}>
      <SandboxParagraph shown={sandbox} />
      <PlainSection title={stored.title}>
        <LeadList entries={stored.entries} />
      </PlainSection>
      <PlainSection title={notStored.title}>
        <p>{notStored.text}</p>
      </PlainSection>
      <PlainSection title={providers.title}>
        <p>{providers.intro}</p>
        <List entries={providers.entries} />
        <p>{providers.noOthers}</p>
      </PlainSection>
      <PlainSection title={security.title}>
        <List entries={security.entries} />
      </PlainSection>
      <PlainSection title={control.title}>
        <LeadList entries={control.entries} />
      </PlainSection>
      <PlainSection title={browser.title}>
        <p>{browser.storage}</p>
        <p>{browser.thirdParties}</p>
      </PlainSection>
      <PlainSection title={changes.title}>
        <p>{changes.text}</p>
      </PlainSection>
    </PlainPage>
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
