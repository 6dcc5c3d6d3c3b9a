import type { FastifyPluginAsync } from 'fastify';
import { handleControlErrors } from '../control/control-errors.ts';
import {
  flagOf,
  optionalStringOf,
  readFields,
  stringOf,
  Unprocessable,
} from '../control/control-fields.ts';
import { isEmail } from '../identity/form-text.ts';
import { SANDBOX_CLIENT_ID } from '../settings.ts';
import { subjectOf } from './accounts.ts';
import type { GoogleContext } from './chooser-page.ts';
import { signIdToken } from './id-token.ts';

const maxSubjectLength = 255;

/**
 * `POST /control/identity/google {email, nonce, email_verified?, sub?, name?, hd?}` returns `{credential}`: the ID token that
 * the button would return. Defaults come from the account with this email, otherwise from a verified personal account.
 */
export const control: FastifyPluginAsync<{ provider: GoogleContext }> = async (
  app,
  { provider },
) => {
  handleControlErrors(app);

  app.post('/control/identity/google', async (request) => {
    const knownFields = ['email', 'nonce', 'email_verified', 'sub', 'name', 'hd'];
    const fields = readFields(request.body, 'the body', knownFields);
    const email = stringOf(fields, 'email');
    if (!isEmail(email)) throw new Unprocessable('email must be an email address');
    const nonce = stringOf(fields, 'nonce');
    const subject = optionalStringOf(fields, 'sub') ?? subjectOf(provider.seed(), email);
    if (subject.length > maxSubjectLength) {
      throw new Unprocessable(`sub must be at most ${maxSubjectLength} characters`);
    }
    const account = provider.accounts.find(email);
    const credential = await signIdToken(provider.key, {
      account: {
        email,
        name: optionalStringOf(fields, 'name') ?? account?.name ?? email.replace(/@.*$/, ''),
        emailVerified:
          (fields.email_verified ?? null) === null
            ? (account?.emailVerified ?? true)
            : flagOf(fields, 'email_verified'),
        hd: optionalStringOf(fields, 'hd') ?? account?.hd ?? null,
      },
      subject,
      clientId: SANDBOX_CLIENT_ID,
      nonce,
      address: `${request.protocol}://${request.host}`,
      now: provider.now(),
    });
    return { credential };
  });
};
