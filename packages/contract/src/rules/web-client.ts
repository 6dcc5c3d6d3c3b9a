/**
 * The header that the web app sends with every call. The server then keeps the session's refresh token in a cookie. A
 * page of another site can't send the header: a browser first asks the server (CORS preflight), which doesn't allow
 * it.
 */
export const webClientHeader = { name: 'x-cairn-client', value: 'web' } as const;
