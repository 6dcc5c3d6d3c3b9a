import { el, need } from '../../look/browser/dom.ts';
import { act, type Bank, type Fault } from './control-calls.ts';
import { button, fieldsOf } from './fields.ts';
import type { Press } from './press.ts';

/** Faults of the aggregator's pages; no other provider has them. */
const ofPages = ['not_ready', 'mutation_during_pagination', 'duplicate_page', 'stale_cursor'];
/** What the mail server can not do. */
const notOfMail = ['malformed_json', 'truncated', 'refuse'];
/** Those that refuse with a code of their own. */
const withCodes = ['plaid', 'apple', 'coinbase'];

/** Makes the form of faults offer what the chosen provider and kind have, and ask for it. */
export function wireFaultForm(banks: readonly Bank[], press: Press): void {
  const form = need('#fault-form', HTMLFormElement);
  const provider = need('#provider', HTMLSelectElement);
  const kind = need('#kind', HTMLSelectElement);
  need('#fault-bank', HTMLSelectElement).append(
    ...banks.map((bank) => el('option', { value: bank.institution_id }, bank.name)),
  );
  const show = (selector: string, wanted: boolean) => {
    const control = need(selector, HTMLElement);
    control.toggleAttribute('disabled', !wanted);
    control.closest<HTMLElement>('.field')?.toggleAttribute('hidden', !wanted);
  };
  const follow = () => {
    for (const option of kind.options) {
      const { value } = option;
      const isOffered =
        (provider.value === 'plaid' || !ofPages.includes(value)) &&
        (provider.value !== 'mail' || !notOfMail.includes(value)) &&
        (value !== 'refuse' || withCodes.includes(provider.value));
      option.hidden = !isOffered;
      option.disabled = !isOffered;
    }
    if (kind.selectedOptions[0]?.disabled) kind.value = 'http_500';
    show('#fault-code', kind.value === 'refuse');
    show('#latency', kind.value === 'slow' || kind.value === 'timeout');
    show('#fault-bank', provider.value === 'plaid' && !ofPages.includes(kind.value));
    show('#route', provider.value !== 'mail');
  };
  provider.addEventListener('change', follow);
  kind.addEventListener('change', follow);
  follow();
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const { times, latency_ms, ...fields } = fieldsOf(form);
    const late = latency_ms === undefined ? {} : { latency_ms: Number(latency_ms) };
    press('The fault waits for its request.', () =>
      act('faults', { ...fields, ...late, times: Number(times ?? 1) }),
    );
  });
}

/** The faults that wait, and the button that takes them back. */
export function faultRows(faults: readonly Fault[], press: Press): Node[] {
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
        `${fault.times} ${fault.times === 1 ? 'time' : 'times'}`,
      ].join(' · '),
    );
  const clear = () => press('All faults are gone.', () => act('faults/clear'));
  return [
    el(
      'div',
      { class: 'card waiting' },
      el('ul', {}, ...faults.map(row)),
      button('Clear faults', clear),
    ),
  ];
}
