import { el } from '../../design/browser/dom.ts';
import type { ControlResponse, RunAction } from './actions.ts';
import { type Item, postControl, type WebhookOptions } from './control-api.ts';
import { rowForm, selectField, textField } from './form-fields.ts';
import { pageCopy } from './page.copy.ts';

const copy = pageCopy.webhooks;

/** Forms that send any webhook, replay the last webhook, or send a forged webhook that the app must reject. */
export function webhooksPanel(
  { item_id }: Item,
  { codes, forgeries }: WebhookOptions,
  runAction: RunAction,
): HTMLElement {
  return el(
    'details',
    { id: `webhooks-${item_id}`, class: 'panel' },
    el('summary', {}, copy.title),
    el(
      'div',
      { class: 'webhook-forms' },
      rowForm(
        (fields) =>
          runAction(copy.sent(fields.webhook_code), () =>
            postControl('webhooks/fire', { item_id, ...fields }),
          ),
        copy.send,
        selectField(
          `code-${item_id}`,
          copy.code,
          codes.map((code) => [code, code]),
          { name: 'webhook_code' },
        ),
      ),
      rowForm(
        ({ times }) =>
          runAction(replayStatus, () =>
            postControl('webhooks/replay', { item_id, times: Number(times) }),
          ),
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
        (fields) =>
          runAction(forgeryStatus, () => postControl('webhooks/forge', { item_id, ...fields })),
        copy.forge,
        selectField(
          `how-${item_id}`,
          copy.forgery,
          forgeries.map((how) => [how, copy.forgeries[how] ?? how]),
          { name: 'how' },
        ),
      ),
    ),
  );
}

function replayStatus({ statuses }: ControlResponse): string {
  const all = Array.isArray(statuses) ? statuses : [];
  const isUniform = all.every((status) => status === all[0]);
  if (!isUniform) return copy.replayed(all.length, all.join(', '));
  return all[0] === null
    ? copy.replayedNoResponse(all.length)
    : copy.replayed(all.length, String(all[0]));
}

function forgeryStatus({ status }: ControlResponse): string {
  if (status === null) return copy.forgeryNoResponse;
  const isRejected = status === 400 || status === 401;
  return isRejected ? copy.forgeryRejected(String(status)) : copy.forgeryAccepted(String(status));
}
