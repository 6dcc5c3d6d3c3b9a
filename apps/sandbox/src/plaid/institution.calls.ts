import type {
  InstitutionsGetByIdResponse,
  InstitutionsSearchResponse,
  WebhookVerificationKeyGetResponse,
} from 'plaid';
import { PlaidRefusal } from './errors.ts';
import { type Body, invalid, readObject, readText, readTexts } from './fields.ts';
import { institutionById, institutionsNamed, wireInstitution } from './institutions.ts';
import type { Aggregator, DefineCall } from './plaid.plugin.ts';
import type { Reply } from './wire.ts';

/** Calls that need no item: institutions and the key that signs webhooks. */
export function institutionCalls(call: DefineCall, { key }: Aggregator): void {
  call(
    '/institutions/get_by_id',
    { required: ['institution_id', 'country_codes'], optional: ['options'] },
    (body): Reply<InstitutionsGetByIdResponse> => {
      checkCountries(body);
      const institution = institutionById(readText(body, 'institution_id'));
      return { institution: wireInstitution(institution, wantsMetadata(body)) };
    },
  );

  call(
    '/institutions/search',
    { required: ['query', 'country_codes'], optional: ['products', 'options'] },
    (body): Reply<InstitutionsSearchResponse> => {
      checkCountries(body);
      readTexts(body, 'products');
      const matches = institutionsNamed(readText(body, 'query')).slice(0, 10);
      return {
        institutions: matches.map((institution) =>
          wireInstitution(institution, wantsMetadata(body)),
        ),
      };
    },
  );

  call(
    '/webhook_verification_key/get',
    { required: ['key_id'] },
    (body): Reply<WebhookVerificationKeyGetResponse> => {
      if (readText(body, 'key_id') !== key.kid) {
        throw new PlaidRefusal('INVALID_WEBHOOK_VERIFICATION_KEY_ID', 'invalid key_id provided');
      }
      return { key: key.wire() };
    },
  );
}

function wantsMetadata(body: Body): boolean {
  return readObject(body, 'options').include_optional_metadata === true;
}

function checkCountries(body: Body): void {
  const countries = readTexts(body, 'country_codes') ?? [];
  if (countries.length === 0 || !countries.every((code) => /^[A-Z]{2}$/.test(code))) {
    throw invalid('country_codes', 'a list of two-letter country codes');
  }
}
