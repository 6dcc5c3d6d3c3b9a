import type { FastifyPluginAsync } from 'fastify';
import { answerErrors } from '../control/control-errors.ts';
import { readAuthorizeUrl } from '../control/read-authorize-url.ts';
import {
  flagOf,
  optionalTextOf,
  readFields,
  textOf,
  Unprocessable,
} from '../control/read-control.ts';
import { isEmail, splitName } from '../identity/person-words.ts';
import { AuthorizeRefusal, readAuthorizeRequest } from './authorize-request.ts';
import { type AppleDesk, type Consent, consent, refusal } from './consent.ts';
import { findPerson, flagsOf, subjectOf } from './people.ts';
import { postForm } from './post-form.ts';

const longestSubject = 255;

/**
 * `POST /control/identity/apple {authorize_url, email, email_verified?, sub?, name?, deny?}`: opens the address, consents (or
 * says no) and posts the form to the app's callback, without the person's cookies. Answers `{location, status}`: where the browser
 * ends up (the callback itself, where it sends nobody on) and what the callback answered.
 */
export const control: FastifyPluginAsync<{ desk: AppleDesk }> = async (app, { desk }) => {
  answerErrors(app);

  app.post('/control/identity/apple', async (request) => {
    const known = ['authorize_url', 'email', 'email_verified', 'sub', 'name', 'deny'];
    const given = readFields(request.body, 'the body', known);
    const { asked, origin } = readAuthorizeUrl(
      textOf(given, 'authorize_url'),
      '/apple/auth/authorize',
      (query) => readAuthorizeRequest(query, desk.redirectUri),
      (error) => error instanceof AuthorizeRefusal,
    );
    const fields = flagOf(given, 'deny')
      ? refusal(asked)
      : await consent(desk, asked, readConsent(given, desk));
    try {
      const { status, location } = await postForm(asked.redirectUri, fields, origin);
      return { location: location ?? asked.redirectUri, status };
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new Unprocessable(`the callback ${asked.redirectUri} did not answer: ${why}`);
    }
  });
};

/** What is left out is as the ready-made person of that address has it, or as the last time. */
function readConsent(given: Readonly<Record<string, unknown>>, desk: AppleDesk): Consent {
  const email = textOf(given, 'email');
  if (!isEmail(email)) throw new Unprocessable('email must be an email address');
  const subject = optionalTextOf(given, 'sub');
  if (subject !== null && subject.length > longestSubject) {
    throw new Unprocessable(`sub must be at most ${longestSubject} characters`);
  }
  const name = optionalTextOf(given, 'name');
  const written = splitName(name ?? email.replace(/@.*$/, ''));
  const person =
    desk.records.authorisation(subject ?? subjectOf(desk.seed(), email)) ?? findPerson(email);
  const verified = (given.email_verified ?? null) === null ? null : flagOf(given, 'email_verified');
  return {
    person: {
      email,
      firstName: name === null && person ? person.firstName : written.given,
      lastName: name === null && person ? person.lastName : written.family,
      emailVerified: verified ?? person?.emailVerified ?? true,
      flagsAs: person?.flagsAs ?? flagsOf(email),
    },
    sharedEmail: email,
    subject,
  };
}
