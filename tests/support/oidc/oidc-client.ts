/** Our client at the OpenID Connect server. */
export const oidcClient = { client_id: 'cairn', client_secret: 'a secret of 24 characters' };

/** The value of OIDC_PROVIDERS for servers by name. */
export const oidcProviders = (servers: Record<string, { url: string; label: string }>): string =>
  JSON.stringify(
    Object.entries(servers).map(([name, { url, label }]) => ({
      ...oidcClient,
      name,
      label,
      issuer: url,
    })),
  );
