import { insertWebhookEvent } from '../../../platform/events/webhook-events.queries.ts';
import type { Handlers } from '../../../platform/http/handler.ts';
import { Failure } from '../../../platform/problem.ts';
import { ProviderUnavailable } from '../../../platform/providers/provider-request.ts';
import { InvalidIdToken } from '../../../platform/secrets/id-tokens.ts';
import type { AppleNotice } from '../../../providers/apple/notices.ts';
import type { Services } from '../../../services.ts';
import { authCopy } from '../auth.copy.ts';
import { providerNotConfigured } from '../sign-in/verify-identity.ts';

/** Receives Apple's notices about users who end Cairn's access or delete their Apple Account. */
export function appleNoticeHandlers(services: Services): Handlers<'POST /webhooks/apple'> {
  return {
    'POST /webhooks/apple': async ({ request }) => {
      // The body of a signed call is a buffer of its raw bytes.
      const notice = await verifyNotice(services, request.body as Buffer);
      await storeNotice(services, notice);
      return { received: true };
    },
  };
}

/** Throws `bad_signature`, or `unavailable` if Apple's keys can't be fetched, so that Apple sends the notice again. */
async function verifyNotice({ apple, log }: Services, rawBody: Buffer): Promise<AppleNotice> {
  if (apple === null) throw providerNotConfigured('APPLE');
  try {
    return await apple.verifyNotice(readPayload(rawBody));
  } catch (error) {
    if (error instanceof ProviderUnavailable)
      throw new Failure('unavailable', authCopy.appleKeysUnavailable, { cause: error });
    log.warn({
      event: 'apple_notice_refused',
      reason: error instanceof InvalidIdToken ? error.message : 'MALFORMED',
    });
    throw new Failure('bad_signature', authCopy.appleNoticeInvalid);
  }
}

/** Returns the signed text in the body: `{"payload": "<JWS>"}`. */
function readPayload(rawBody: Buffer): string {
  const { payload }: { payload?: unknown } = Object(JSON.parse(rawBody.toString('utf8')));
  if (typeof payload !== 'string') throw new InvalidIdToken('PAYLOAD');
  return payload;
}

async function storeNotice({ database, queue }: Services, notice: AppleNotice): Promise<void> {
  const key = { provider: 'apple', eventId: notice.id };
  await database.transaction(async (transaction) => {
    if (!(await insertWebhookEvent(transaction, { ...key, body: notice }))) return;
    await queue.enqueue('process-webhook', key, { transaction });
  });
}
