/**
 * The header that the web app sends with every call. Its sessions are kept by a refresh cookie. A page of another
 * site can't send the header: a browser asks the server first (CORS preflight), which doesn't allow it.
 */
export const webClientHeader = { name: 'x-cairn-client', value: 'web' } as const;
