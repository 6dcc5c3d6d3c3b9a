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

const longestSubject = 255;

/**
 * `POST /control/identity/google {email, nonce, email_verified?, sub?, name?, hd?}` answers `{credential}`: the ID token that
 * the button would have yielded. What is left out is as the account of that address has it (verified, of a person's own, where there is none).
 */
export const control: FastifyPluginAsync<{ desk: GoogleDesk }> = async (app, { desk }) => {
  answerErrors(app);

  app.post('/control/identity/google', async (request) => {
    const known = ['email', 'nonce', 'email_verified', 'sub', 'name', 'hd'];
    const given = readFields(request.body, 'the body', known);
    const email = textOf(given, 'email');
    if (!isEmail(email)) throw new Unprocessable('email must be an email address');
    const nonce = textOf(given, 'nonce');
    const subject = optionalTextOf(given, 'sub') ?? subjectOf(desk.seed(), email);
    if (subject.length > longestSubject) {
      throw new Unprocessable(`sub must be at most ${longestSubject} characters`);
    }
    const account = desk.accounts.find(email);
    const credential = await mintIdToken(desk.key, {
      account: {
        email,
        name: optionalTextOf(given, 'name') ?? account?.name ?? email.replace(/@.*$/, ''),
        emailVerified:
          (given.email_verified ?? null) === null
            ? (account?.emailVerified ?? true)
            : flagOf(given, 'email_verified'),
        hd: optionalTextOf(given, 'hd') ?? account?.hd ?? null,
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
