import type { FastifyPluginAsync } from 'fastify';
import { answerErrors } from '../control/control-errors.ts';
import {
  flagOf,
  optionalTextOf,
  readFields,
  textOf,
  Unprocessable,
} from '../control/read-control.ts';
import { isEmail } from '../identity/person-words.ts';
import { SANDBOX_CLIENT_ID } from '../settings.ts';
import { subjectOf } from './accounts.ts';
import { mintIdToken } from './id-token.ts';
import type { GoogleDesk } from './select.ts';

const maxSubjectLength = 255;

/**
 * `POST /control/identity/google {email, nonce, email_verified?, sub?, name?, hd?}` returns `{credential}`: the ID token that
 * the button would return. Defaults come from the account with this email, or else are a verified personal account.
 */
export const control: FastifyPluginAsync<{ desk: GoogleDesk }> = async (app, { desk }) => {
  answerErrors(app);

  app.post('/control/identity/google', async (request) => {
    const knownFields = ['email', 'nonce', 'email_verified', 'sub', 'name', 'hd'];
    const fields = readFields(request.body, 'the body', knownFields);
    const email = textOf(fields, 'email');
    if (!isEmail(email)) throw new Unprocessable('email must be an email address');
    const nonce = textOf(fields, 'nonce');
    const subject = optionalTextOf(fields, 'sub') ?? subjectOf(desk.seed(), email);
    if (subject.length > maxSubjectLength) {
      throw new Unprocessable(`sub must be at most ${maxSubjectLength} characters`);
    }
    const account = desk.accounts.find(email);
    const credential = await mintIdToken(desk.key, {
      account: {
        email,
        name: optionalTextOf(fields, 'name') ?? account?.name ?? email.replace(/@.*$/, ''),
        emailVerified:
          (fields.email_verified ?? null) === null
            ? (account?.emailVerified ?? true)
            : flagOf(fields, 'email_verified'),
        hd: optionalTextOf(fields, 'hd') ?? account?.hd ?? null,
      },
      subject,
      clientId: SANDBOX_CLIENT_ID,
      nonce,
      address: `${request.protocol}://${request.host}`,
      now: desk.now(),
    });
    return { credential };
  });
};
