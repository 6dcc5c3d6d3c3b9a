import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  createDeviceCookie,
  type DeviceCredential,
  newDeviceCredential,
} from '../../../platform/http/device-cookie.ts';
import { sha256 } from '../../../platform/secrets/one-time-codes.ts';
import { deviceLabel } from './device-label.ts';

/** The device that someone signs in on. */
export interface SignInDevice {
  id: string;
  /** SHA-256 of the secret in its cookie. */
  secretHash: Buffer;
  /** The browser and system, as users recognize the device. */
  label: string;
  /** True if it sent its cookie, so that it may be a known device. */
  hasCookie: boolean;
  /** False if it sent no Fetch Metadata headers, which every browser sends. */
  isBrowser: boolean;
}

/**
 * Returns a function that signs in on the device of a request: with the credential in its cookie, or with a new one.
 * The cookie is set only once the sign-in has succeeded.
 */
export function createDeviceSignIn({ publicUrl }: { publicUrl: string }) {
  const cookie = createDeviceCookie(publicUrl);
  return async <T>(
    request: FastifyRequest,
    reply: FastifyReply,
    signIn: (device: SignInDevice) => Promise<T>,
  ): Promise<T> => {
    const sent = cookie.read(request);
    const credential = sent ?? newDeviceCredential();
    const result = await signIn(describeDevice(request, credential, sent !== undefined));
    cookie.write(reply, credential);
    return result;
  };
}

const describeDevice = (
  { headers }: FastifyRequest,
  { id, secret }: DeviceCredential,
  hasCookie: boolean,
): SignInDevice => ({
  id,
  secretHash: sha256(secret),
  label: deviceLabel(headers['user-agent']),
  hasCookie,
  isBrowser: headers['sec-fetch-site'] !== undefined,
});
