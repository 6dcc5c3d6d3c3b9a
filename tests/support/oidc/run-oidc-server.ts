import { startOidcServer } from './oidc-server.ts';

// Playwright runs this script next to the product.
const [port, redirectUri = ''] = process.argv.slice(2);
await startOidcServer({ port: Number(port), redirectUris: [redirectUri] });
