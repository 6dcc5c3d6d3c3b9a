import type { FastifyReply, FastifyRequest } from 'fastify';
import { isUuid, newId } from '../identifiers.ts';
import { randomSecret } from '../secrets/one-time-codes.ts';

/** What a browser's device cookie contains. */
export interface DeviceCredential {
  /** A UUID. Not secret. */
  id: string;
  /** 256 bits, base64url. */
  secret: string;
}

/** The cookie by which a browser is recognized at its next sign-in. It does not sign the user in. */
export interface DeviceCookie {
  /** Returns the browser's credential; undefined if it sent none. */
  read(request: FastifyRequest): DeviceCredential | undefined;
  /** Sets the cookie, or extends its lifetime. */
  write(reply: FastifyReply, device: DeviceCredential): void;
}

/** In seconds. Browsers keep no cookie for longer than 400 days (RFC 6265bis, 5.5). */
const lifetime = 400 * 24 * 60 * 60;

/** Creates a credential for a browser that has none. */
export const newDeviceCredential = (): DeviceCredential => ({
  id: newId(),
  secret: randomSecret(),
});

export function createDeviceCookie(publicUrl: string): DeviceCookie {
  const secure = publicUrl.startsWith('https:');
  // With the `__Host-` prefix, no other host, such as a subdomain, can set the cookie (RFC 6265bis, 4.1.3.2).
  const name = `${secure ? '__Host-' : ''}cairn_device`;
  return {
    read(request) {
      const [id = '', secret = '', ...rest] = (request.cookies[name] ?? '').split('.');
      if (rest.length > 0 || !isUuid(id) || !/^[\w-]{43}$/.test(secret)) return undefined;
      return { id: id.toLowerCase(), secret };
    },
    write: (reply, { id, secret }) => {
      reply.setCookie(name, `${id}.${secret}`, {
        httpOnly: true,
        // Only calls by Cairn's own pages need the cookie. They send it even if another site redirected to the page.
        sameSite: 'strict',
        secure,
        path: '/',
        maxAge: lifetime,
      });
    },
  };
}
