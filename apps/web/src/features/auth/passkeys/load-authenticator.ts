import { loadChunk } from '../../../platform/browser/chunk-loading.ts';

/** Loads the code that talks to authenticators. Most visitors don't need it. Throws `ChunkLoadError`. */
export const loadAuthenticator = () => loadChunk(() => import('./authenticator.ts'));
