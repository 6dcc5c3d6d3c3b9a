import type {
  InstitutionsGetByIdResponse,
  InstitutionsSearchResponse,
  WebhookVerificationKeyGetResponse,
} from 'plaid';
import {
  institutionById,
  searchInstitutions,
  wireInstitution,
} from '../institutions/institutions.ts';
import type { Aggregator, DefineCall } from '../plaid.plugin.ts';
import { type Body, invalidField, readObject, readString, readStrings } from './body-fields.ts';
import { PlaidApiError } from './errors.ts';
import type { WireResponse } from './wire.ts';

/** Calls that need no item: institutions and the key that signs webhooks. */
export function institutionCalls(call: DefineCall, { key }: Aggregator): void {
  call(
    '/institutions/get_by_id',
    { required: ['institution_id', 'country_codes'], optional: ['options'] },
    (body): WireResponse<InstitutionsGetByIdResponse> => {
      checkCountries(body);
      const institution = institutionById(readString(body, 'institution_id'));
      return { institution: wireInstitution(institution, wantsMetadata(body)) };
    },
  );

  call(
    '/institutions/search',
    { required: ['query', 'country_codes'], optional: ['products', 'options'] },
    (body): WireResponse<InstitutionsSearchResponse> => {
      checkCountries(body);
      readStrings(body, 'products');
      const matches = searchInstitutions(readString(body, 'query')).slice(0, 10);
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
    (body): WireResponse<WebhookVerificationKeyGetResponse> => {
      if (readString(body, 'key_id') !== key.kid) {
        throw new PlaidApiError('INVALID_WEBHOOK_VERIFICATION_KEY_ID', 'invalid key_id provided');
      }
      return { key: key.publicKey() };
    },
  );
}

function wantsMetadata(body: Body): boolean {
  return readObject(body, 'options').include_optional_metadata === true;
}

function checkCountries(body: Body): void {
  const countries = readStrings(body, 'country_codes') ?? [];
  if (countries.length === 0 || !countries.every((code) => /^[A-Z]{2}$/.test(code))) {
    throw invalidField('country_codes', 'a list of two-letter country codes');
  }
}
