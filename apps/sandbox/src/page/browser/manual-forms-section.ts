import { el, requireElement } from '../../design/browser/dom.ts';
import type { ControlResponse, RunAction } from './actions.ts';
import { type Exchange, postControl } from './control-api.ts';
import { copyableValue } from './copyable-value.ts';
import { formValues } from './form-fields.ts';
import { pageCopy } from './page.copy.ts';

const copy = pageCopy.manual;

/** Connects the forms that stand in for a provider's page to their control calls, and shows the results. */
export function connectManualForms({ people }: Exchange, runAction: RunAction): void {
  requireElement('#consent-user', HTMLSelectElement).append(
    ...people.map(({ username, full_name }) =>
      el('option', { value: username }, `${full_name} (${username})`),
    ),
  );
  connectForm('google', 'identity/google', runAction, ({ credential }) => ({
    status: copy.tokenCreated,
    values: [[copy.idToken, String(credential)]],
  }));
  connectForm('apple', 'identity/apple', runAction, ({ location, status }) => ({
    status: copy.appleDone(String(status)),
    values: [[copy.finalAddress, String(location)]],
  }));
  connectForm('consent', 'exchange/consent', runAction, ({ location }) => ({
    status: copy.exchangeDone,
    values: [[copy.redirectAddress, String(location)]],
  }));
}

interface Outcome {
  status: string;
  /** Named values that can be copied. */
  values: readonly (readonly [name: string, value: string])[];
}

function connectForm(
  name: string,
  call: string,
  runAction: RunAction,
  outcomeOf: (response: ControlResponse) => Outcome,
) {
  const form = requireElement(`#${name}-form`, HTMLFormElement);
  const output = requireElement(`#${name}-result`, HTMLOutputElement);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const { email_verified, deny, ...texts } = formValues(form);
    const flags = {
      ...(email_verified !== undefined && { email_verified: email_verified === 'true' }),
      ...(deny !== undefined && { deny: true }),
    };
    output.replaceChildren();
    runAction(
      (response) => {
        const { status, values } = outcomeOf(response);
        output.replaceChildren(...values.map(([label, value]) => copyableValue(label, value)));
        return status;
      },
      () => postControl(call, { ...texts, ...flags }),
    );
  });
}
