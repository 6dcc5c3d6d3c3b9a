import { el, need } from '../../look/browser/dom.ts';
import { act, type Exchange } from './control-calls.ts';
import { copyable } from './copyable.ts';
import { fieldsOf } from './fields.ts';
import { pageCopy } from './page.copy.ts';
import type { Answer, Press } from './press.ts';

const copy = pageCopy.manual;

/** Connects the forms that stand in for a provider's page to their control calls, and shows the results. */
export function wireFormsByHand({ people }: Exchange, runAction: Press): void {
  need('#consent-user', HTMLSelectElement).append(
    ...people.map(({ username, full_name }) =>
      el('option', { value: username }, `${full_name} (${username})`),
    ),
  );
  wireForm('google', 'identity/google', runAction, ({ credential }) => ({
    status: copy.tokenCreated,
    values: [[copy.idToken, String(credential)]],
  }));
  wireForm('apple', 'identity/apple', runAction, ({ location, status }) => ({
    status: copy.appleDone(String(status)),
    values: [[copy.finalAddress, String(location)]],
  }));
  wireForm('consent', 'exchange/consent', runAction, ({ location }) => ({
    status: copy.exchangeDone,
    values: [[copy.redirectAddress, String(location)]],
  }));
}

interface Outcome {
  status: string;
  /** Named values that can be copied. */
  values: readonly (readonly [name: string, value: string])[];
}

function wireForm(
  name: string,
  call: string,
  runAction: Press,
  outcomeOf: (response: Answer) => Outcome,
) {
  const form = need(`#${name}-form`, HTMLFormElement);
  const output = need(`#${name}-result`, HTMLOutputElement);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const { email_verified, deny, ...texts } = fieldsOf(form);
    const flags = {
      ...(email_verified !== undefined && { email_verified: email_verified === 'true' }),
      ...(deny !== undefined && { deny: true }),
    };
    output.replaceChildren();
    runAction(
      (response) => {
        const { status, values } = outcomeOf(response);
        output.replaceChildren(...values.map(([label, value]) => copyable(label, value)));
        return status;
      },
      () => act(call, { ...texts, ...flags }),
    );
  });
}
