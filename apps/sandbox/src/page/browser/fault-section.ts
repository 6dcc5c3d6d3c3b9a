import { el, need } from '../../look/browser/dom.ts';
import { act, type Bank, type Fault } from './control-calls.ts';
import { faultsCopy } from './faults.copy.ts';
import { button, fieldsOf } from './fields.ts';
import type { Press } from './press.ts';

/** Faults of the aggregator's paged calls. No other provider supports them. */
const pagingKinds = ['not_ready', 'mutation_during_pagination', 'duplicate_page', 'stale_cursor'];
/** Faults that the mail server does not support. */
const notForMail = ['malformed_json', 'truncated', 'refuse'];
/** Providers that can refuse with a chosen error code. */
const providersWithCodes = ['plaid', 'apple', 'coinbase'];

/** Makes the fault form offer only the kinds and fields that the chosen provider and kind support. */
export function wireFaultForm(banks: readonly Bank[], runAction: Press): void {
  const form = need('#fault-form', HTMLFormElement);
  const provider = need('#provider', HTMLSelectElement);
  const kind = need('#kind', HTMLSelectElement);
  need('#fault-bank', HTMLSelectElement).append(
    ...banks.map((bank) => el('option', { value: bank.institution_id }, bank.name)),
  );
  const toggleField = (selector: string, isShown: boolean) => {
    const control = need(selector, HTMLElement);
    control.toggleAttribute('disabled', !isShown);
    control.closest<HTMLElement>('.field')?.toggleAttribute('hidden', !isShown);
  };
  const updateFields = () => {
    for (const option of kind.options) {
      const { value } = option;
      const isOffered =
        (provider.value === 'plaid' || !pagingKinds.includes(value)) &&
        (provider.value !== 'mail' || !notForMail.includes(value)) &&
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
    const { times, latency_ms, ...fields } = fieldsOf(form);
    const latency = latency_ms === undefined ? {} : { latency_ms: Number(latency_ms) };
    runAction(faultsCopy.added, () =>
      act('faults', { ...fields, ...latency, times: Number(times ?? 1) }),
    );
  });
}

/** The active faults and the button that clears them. */
export function faultRows(faults: readonly Fault[], runAction: Press): Node[] {
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
  const clear = () => runAction(faultsCopy.cleared, () => act('faults/clear'));
  return [
    el(
      'div',
      { class: 'card waiting' },
      el('ul', {}, ...faults.map(row)),
      button(faultsCopy.clear, clear),
    ),
  ];
}
