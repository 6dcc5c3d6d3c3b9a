import type { FastifyPluginAsync } from 'fastify';
import { handleControlErrors } from '../control/control-errors.ts';
import {
  flagOf,
  optionalStringOf,
  readFields,
  stringOf,
  Unprocessable,
} from '../control/control-fields.ts';
import { readAuthorizeUrl } from '../control/read-authorize-url.ts';
import { isEmail, splitName } from '../identity/form-text.ts';
import { AuthorizeError, readAuthorizeRequest } from './authorize-request.ts';
import { type AppleContext, type Consent, cancelForm, grantConsent } from './consent.ts';
import { booleanFormatOf, findPerson, subjectOf } from './people.ts';
import { postForm } from './post-form.ts';

const maxSubjectLength = 255;

/**
 * `POST /control/identity/apple {authorize_url, email, email_verified?, sub?, name?, deny?}`: opens the URL, consents or
 * cancels, and posts the form to the app's callback without cookies. Returns `{location, status}`: the redirect target (or
 * the callback URL if the callback does not redirect) and the status of the callback's response.
 */
export const control: FastifyPluginAsync<{ provider: AppleContext }> = async (
  app,
  { provider },
) => {
  handleControlErrors(app);

  app.post('/control/identity/apple', async (request) => {
    const knownFields = ['authorize_url', 'email', 'email_verified', 'sub', 'name', 'deny'];
    const fields = readFields(request.body, 'the body', knownFields);
    const { authorization, origin } = readAuthorizeUrl(
      stringOf(fields, 'authorize_url'),
      '/apple/auth/authorize',
      (query) => readAuthorizeRequest(query, provider.redirectUri),
      (error) => error instanceof AuthorizeError,
    );
    const form = flagOf(fields, 'deny')
      ? cancelForm(authorization)
      : await grantConsent(provider, authorization, readConsent(fields, provider));
    try {
      const { status, location } = await postForm(authorization.redirectUri, form, origin);
      return { location: location ?? authorization.redirectUri, status };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Unprocessable(
        `the callback ${authorization.redirectUri} did not respond: ${reason}`,
      );
    }
  });
};

/** Reads a consent. Defaults come from the person's last consent, or from the listed person with this email. */
function readConsent(fields: Readonly<Record<string, unknown>>, provider: AppleContext): Consent {
  const email = stringOf(fields, 'email');
  if (!isEmail(email)) throw new Unprocessable('email must be an email address');
  const subject = optionalStringOf(fields, 'sub');
  if (subject !== null && subject.length > maxSubjectLength) {
    throw new Unprocessable(`sub must be at most ${maxSubjectLength} characters`);
  }
  const name = optionalStringOf(fields, 'name');
  const nameParts = splitName(name ?? email.replace(/@.*$/, ''));
  const person =
    provider.records.authorization(subject ?? subjectOf(provider.seed(), email)) ??
    findPerson(email);
  const emailVerified =
    (fields.email_verified ?? null) === null ? null : flagOf(fields, 'email_verified');
  return {
    person: {
      email,
      firstName: name === null && person ? person.firstName : nameParts.given,
      lastName: name === null && person ? person.lastName : nameParts.family,
      emailVerified: emailVerified ?? person?.emailVerified ?? true,
      booleanFormat: person?.booleanFormat ?? booleanFormatOf(email),
    },
    sharedEmail: email,
    subject,
  };
}
