import { Type } from 'typebox';
import { Value } from 'typebox/value';

/** Our client at an OpenID Connect provider. */
export interface OidcSettings {
  /** Its name in URLs and in the database, where it must stay the same. */
  name: string;
  /** Its name as users read it. */
  label: string;
  /** The issuer identifier, exactly as the provider spells it. */
  issuer: string;
  clientId: string;
  clientSecret: string;
}

const OidcProviders = Type.Array(
  Type.Object(
    {
      name: Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,19}$' }),
      label: Type.String({ minLength: 1, maxLength: 40 }),
      issuer: Type.String({ pattern: '^https?://' }),
      client_id: Type.String({ minLength: 1 }),
      client_secret: Type.String({ minLength: 1 }),
    },
    { additionalProperties: false },
  ),
);

/** Parses the value of `OIDC_PROVIDERS`. Undefined if it is invalid. */
export function parseOidcProviders(value: string): OidcSettings[] | undefined {
  let providers: unknown;
  try {
    providers = JSON.parse(value);
  } catch {
    return undefined;
  }
  if (!Value.Check(OidcProviders, providers)) return undefined;
  const isUnique = (field: 'name' | 'issuer') =>
    new Set(providers.map((provider) => provider[field])).size === providers.length;
  if (!isUnique('name') || !isUnique('issuer')) return undefined;
  if (!providers.every(({ issuer }) => URL.canParse(issuer))) return undefined;
  return providers.map(({ client_id, client_secret, ...provider }) => ({
    ...provider,
    clientId: client_id,
    clientSecret: client_secret,
  }));
}
