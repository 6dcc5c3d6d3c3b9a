import { el } from '../../look/browser/dom.ts';
import { act, type Item, type WebhookKinds } from './control-calls.ts';
import { choiceField, rowForm, textField } from './fields.ts';
import type { Answer, Press } from './press.ts';

const forgeries: Record<string, string> = {
  wrong_key: 'Signed with another key',
  old_iat: 'Signed ten minutes ago',
  other_body: 'Another body than was signed',
};

/** Webhooks by hand: any of them, the last one again, and one that the app must refuse. */
export function webhooksPanel(
  { item_id }: Item,
  { codes, forgeries: hows }: WebhookKinds,
  press: Press,
): HTMLElement {
  return el(
    'details',
    { id: `webhooks-${item_id}`, class: 'panel' },
    el('summary', {}, 'Webhooks by hand'),
    el(
      'div',
      { class: 'three' },
      rowForm(
        (fields) =>
          press(`${fields.webhook_code} was sent.`, () =>
            act('webhooks/fire', { item_id, ...fields }),
          ),
        'Send',
        choiceField(
          `code-${item_id}`,
          'Send a webhook',
          codes.map((code) => [code, code]),
          { name: 'webhook_code' },
        ),
      ),
      rowForm(
        ({ times }) =>
          press(replayed, () => act('webhooks/replay', { item_id, times: Number(times) })),
        'Replay',
        textField(`times-${item_id}`, 'Replay the last one, times', {
          name: 'times',
          type: 'number',
          min: 1,
          max: 1000,
          value: '1',
          required: true,
        }),
      ),
      rowForm(
        (fields) => press(forged, () => act('webhooks/forge', { item_id, ...fields })),
        'Forge',
        choiceField(
          `how-${item_id}`,
          'Forge one',
          hows.map((how) => [how, forgeries[how] ?? how]),
          { name: 'how' },
        ),
      ),
    ),
  );
}

const answered = (status: unknown): string =>
  status === null ? 'nobody answered' : `the app answered ${String(status)}`;

function replayed({ statuses }: Answer): string {
  const all = Array.isArray(statuses) ? statuses : [];
  const same = all.every((status) => status === all[0]);
  if (same)
    return `Sent again ${all.length === 1 ? 'once' : `${all.length} times`}: ${answered(all[0])}.`;
  return `Sent again ${all.length} times: the app answered ${all.join(', ')}.`;
}

function forged({ status }: Answer): string {
  const refused = status === 400 || status === 401;
  if (refused) return `The forged webhook was refused, as it should be: ${answered(status)}.`;
  return `The forged webhook was not refused: ${answered(status)}.`;
}
