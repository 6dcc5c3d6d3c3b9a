import { el, need } from '../../look/browser/dom.ts';
import { act, type Exchange } from './control-calls.ts';
import { copyable } from './copyable.ts';
import { fieldsOf } from './fields.ts';
import type { Answer, Press } from './press.ts';

/** Makes the forms do their calls that stand in for a provider's page, and show what these answered. */
export function wireFormsByHand({ people }: Exchange, press: Press): void {
  need('#consent-user', HTMLSelectElement).append(
    ...people.map(({ username, full_name }) =>
      el('option', { value: username }, `${full_name} (${username})`),
    ),
  );
  wire('google', 'identity/google', press, ({ credential }) => ({
    said: 'The ID token is made.',
    shown: [['ID token', String(credential)]],
  }));
  wire('apple', 'identity/apple', press, ({ location, status }) => ({
    said: `The app’s callback answered ${status}.`,
    shown: [['address that the browser ends up at', String(location)]],
  }));
  wire('consent', 'exchange/consent', press, ({ location }) => ({
    said: 'The exchange has answered. Open the address in the browser that began.',
    shown: [['address that the browser is sent to', String(location)]],
  }));
}

interface Outcome {
  said: string;
  /** What came of it, each by what it is. */
  shown: readonly (readonly [name: string, value: string])[];
}

function wire(name: string, call: string, press: Press, outcomeOf: (answer: Answer) => Outcome) {
  const form = need(`#${name}-form`, HTMLFormElement);
  const place = need(`#${name}-answer`, HTMLOutputElement);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const { email_verified, deny, ...texts } = fieldsOf(form);
    const flags = {
      ...(email_verified !== undefined && { email_verified: email_verified === 'true' }),
      ...(deny !== undefined && { deny: true }),
    };
    place.replaceChildren();
    press(
      (answer) => {
        const { said, shown } = outcomeOf(answer);
        place.replaceChildren(...shown.map(([what, value]) => copyable(what, value)));
        return said;
      },
      () => act(call, { ...texts, ...flags }),
    );
  });
}
