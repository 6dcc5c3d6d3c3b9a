import { el } from '../../look/browser/dom.ts';
import { act, type Item, type WebhookKinds } from './control-calls.ts';
import { choiceField, rowForm, textField } from './fields.ts';
import { pageCopy } from './page.copy.ts';

import type { Answer, Press } from './press.ts';

const copy = pageCopy.webhooks;

/** Forms that send any webhook, replay the last one, or send a forged one that the app must refuse. */
export function webhooksPanel(
  { item_id }: Item,
  { codes, forgeries }: WebhookKinds,
  runAction: Press,
): HTMLElement {
  return el(
    'details',
    { id: `webhooks-${item_id}`, class: 'panel' },
    el('summary', {}, copy.title),
    el(
      'div',
      { class: 'three' },
      rowForm(
        (fields) =>
          runAction(copy.sent(fields.webhook_code), () =>
            act('webhooks/fire', { item_id, ...fields }),
          ),
        copy.send,
        choiceField(
          `code-${item_id}`,
          copy.code,
          codes.map((code) => [code, code]),
          { name: 'webhook_code' },
        ),
      ),
      rowForm(
        ({ times }) =>
          runAction(replayStatus, () => act('webhooks/replay', { item_id, times: Number(times) })),
        copy.replay,
        textField(`times-${item_id}`, copy.times, {
          name: 'times',
          type: 'number',
          min: 1,
          max: 1000,
          value: '1',
          required: true,
        }),
      ),
      rowForm(
        (fields) => runAction(forgeryStatus, () => act('webhooks/forge', { item_id, ...fields })),
        copy.forge,
        choiceField(
          `how-${item_id}`,
          copy.forgery,
          forgeries.map((how) => [how, copy.forgeries[how] ?? how]),
          { name: 'how' },
        ),
      ),
    ),
  );
}

function replayStatus({ statuses }: Answer): string {
  const all = Array.isArray(statuses) ? statuses : [];
  const isUniform = all.every((status) => status === all[0]);
  if (!isUniform) return copy.replayed(all.length, all.join(', '));
  return all[0] === null
    ? copy.replayedUnanswered(all.length)
    : copy.replayed(all.length, String(all[0]));
}

function forgeryStatus({ status }: Answer): string {
  if (status === null) return copy.forgeryUnanswered;
  const isRefused = status === 400 || status === 401;
  return isRefused ? copy.forgeryRefused(String(status)) : copy.forgeryAccepted(String(status));
}
