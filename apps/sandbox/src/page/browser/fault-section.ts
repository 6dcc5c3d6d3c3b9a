import { el, requireElement } from '../../design/browser/dom.ts';
import type { RunAction } from './actions.ts';
import { type Bank, type Fault, postControl } from './control-api.ts';
import { faultsCopy } from './faults.copy.ts';
import { button, formValues } from './form-fields.ts';

/** Faults of the aggregator's paged calls. No other provider supports them. */
const pagingKinds = ['not_ready', 'mutation_during_pagination', 'duplicate_page', 'stale_cursor'];
/** Faults that the mail server does not support. */
const unsupportedByMail = ['malformed_json', 'truncated', 'refuse'];
/** Providers that can reject with a chosen error code. */
const providersWithCodes = ['plaid', 'apple', 'coinbase'];

/** Makes the fault form offer only the kinds and fields that the chosen provider and kind support. */
export function connectFaultForm(banks: readonly Bank[], runAction: RunAction): void {
  const form = requireElement('#fault-form', HTMLFormElement);
  const provider = requireElement('#provider', HTMLSelectElement);
  const kind = requireElement('#kind', HTMLSelectElement);
  requireElement('#fault-bank', HTMLSelectElement).append(
    ...banks.map((bank) => el('option', { value: bank.institution_id }, bank.name)),
  );
  const toggleField = (selector: string, isShown: boolean) => {
    const control = requireElement(selector, HTMLElement);
    control.toggleAttribute('disabled', !isShown);
    control.closest<HTMLElement>('.field')?.toggleAttribute('hidden', !isShown);
  };
  const updateFields = () => {
    for (const option of kind.options) {
      const { value } = option;
      const isOffered =
        (provider.value === 'plaid' || !pagingKinds.includes(value)) &&
        (provider.value !== 'mail' || !unsupportedByMail.includes(value)) &&
        (value !== 'refuse' || providersWithCodes.includes(provider.value));
      option.hidden = !isOffered;
      option.disabled = !isOffered;
    }
    if (kind.selectedOptions[0]?.disabled) kind.value = 'http_500';
    toggleField('#fault-code', kind.value === 'refuse');
    toggleField('#latency', kind.value === 'slow' || kind.value === 'timeout');
    toggleField('#fault-bank', provider.value === 'plaid' && !pagingKinds.includes(kind.value));
    toggleField('#route', provider.value !== 'mail');
  };
  provider.addEventListener('change', updateFields);
  kind.addEventListener('change', updateFields);
  updateFields();
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const { times, latency_ms, ...fields } = formValues(form);
    const latency = latency_ms === undefined ? {} : { latency_ms: Number(latency_ms) };
    runAction(faultsCopy.added, () =>
      postControl('faults', { ...fields, ...latency, times: Number(times ?? 1) }),
    );
  });
}

/** The active faults and the button that clears them. */
export function faultRows(faults: readonly Fault[], runAction: RunAction): Node[] {
  if (faults.length === 0) return [];
  const row = (fault: Fault) =>
    el(
      'li',
      {},
      el('b', {}, fault.kind.replaceAll('_', ' ')),
      [
        '',
        `${fault.provider}${fault.route ?? ''}`,
        ...(fault.code === undefined ? [] : [fault.code]),
        ...(fault.institution_id === undefined ? [] : [fault.institution_id]),
        faultsCopy.useCount(fault.times),
      ].join(' · '),
    );
  const clear = () => runAction(faultsCopy.cleared, () => postControl('faults/clear'));
  return [
    el(
      'div',
      { class: 'card waiting' },
      el('ul', {}, ...faults.map(row)),
      button(faultsCopy.clear, clear),
    ),
  ];
}
