import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  createDeviceCookie,
  type DeviceCredential,
  newDeviceCredential,
} from '../../../platform/http/device-cookie.ts';
import { requestIp } from '../../../platform/http/request-ip.ts';
import { Failure } from '../../../platform/problem.ts';
import { sha256 } from '../../../platform/secrets/one-time-codes.ts';
import type { Services } from '../../../services.ts';
import { deviceLabel } from './device-label.ts';

/** The device that someone signs in on. */
export interface SignInDevice {
  id: string;
  /** SHA-256 of the secret in its cookie. */
  secretHash: Buffer;
  /** The browser and system, by which users recognize the device. */
  label: string;
  /** True if it sent its cookie, so that it may be a known device. */
  hasCookie: boolean;
  /** False if it sent no Fetch Metadata headers, which every browser sends. */
  isBrowser: boolean;
}

/** How someone signs in, in the log and the metrics. */
export type SignInMethod =
  | 'password'
  | 'google'
  | 'apple'
  | 'oidc'
  | 'passkey'
  | 'second_factor'
  | 'factor_reset';

/** A request that signs in. */
export interface SignInRequest {
  method: SignInMethod;
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Returns a function that signs in on the device of a request: with the credential in its cookie, or with a new one.
 * The cookie is set only once the sign-in has succeeded. Every outcome is counted, and failures are logged.
 */
export function createDeviceSignIn({ settings, metrics }: Pick<Services, 'settings' | 'metrics'>) {
  const cookie = createDeviceCookie(settings.publicUrl);
  return async <T>(
    { method, request, reply }: SignInRequest,
    signIn: (device: SignInDevice) => Promise<T>,
  ): Promise<T> => {
    const sentCredential = cookie.read(request);
    const credential = sentCredential ?? newDeviceCredential();
    let result: T;
    try {
      result = await signIn(describeDevice(request, credential, sentCredential !== undefined));
    } catch (error) {
      const code = error instanceof Failure ? error.code : 'internal';
      metrics.signIns.inc({ method, outcome: code });
      request.log.info({ event: 'sign_in_rejected', method, code, ip: requestIp() });
      throw error;
    }
    metrics.signIns.inc({ method, outcome: 'signed_in' });
    cookie.write(reply, credential);
    return result;
  };
}

/** Returns a function that reads the device of a request that doesn't sign in yet. It sets no cookie. */
export function createDeviceReader({ settings }: Pick<Services, 'settings'>) {
  const cookie = createDeviceCookie(settings.publicUrl);
  return (request: FastifyRequest): SignInDevice => {
    const sentCredential = cookie.read(request);
    return describeDevice(
      request,
      sentCredential ?? newDeviceCredential(),
      sentCredential !== undefined,
    );
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
