import type { FastifyInstance } from 'fastify';
import { TOKEN_ERRORS } from '../apple/token.ts';
import { isExchangeError } from '../coinbase/refusals.ts';
import type { SandboxContext } from '../context.ts';
import { isRefusalCode } from '../plaid/errors.ts';
import {
  FAULT_KINDS,
  FAULT_PROVIDERS,
  type Fault,
  type FaultKind,
  type FaultProvider,
  MAIL_FAULTS,
  TRANSPORT_FAULTS,
} from './faults.ts';
import { choiceOf, optionalTextOf, readFields, Unprocessable, wholeOf } from './read-control.ts';

const FIELDS = [
  'provider',
  'route',
  'kind',
  'times',
  'latency_ms',
  'code',
  'institution_id',
] as const;

/** `/control/faults`: asks for faults, lists those that wait, forgets them. */
export async function faultRoutes(
  app: FastifyInstance,
  { faults }: Pick<SandboxContext, 'faults'>,
): Promise<void> {
  const waiting = () => faults.list().map(describe);
  app.get('/faults', async () => waiting());
  app.post('/faults', async (request) => {
    faults.add(readFault(request.body));
    return { waiting: waiting() };
  });
  app.post('/faults/clear', async (request) => {
    readFields(request.body, 'the body', []);
    faults.clear();
    return { waiting: waiting() };
  });
}

function readFault(body: unknown): Fault {
  const given = readFields(body, 'the body', FIELDS);
  const kind = choiceOf(given, 'kind', FAULT_KINDS);
  const route = optionalTextOf(given, 'route');
  if (route !== null && !route.startsWith('/')) {
    throw new Unprocessable('route must begin with /, as /transactions/sync does');
  }
  const provider = choiceOf(given, 'provider', FAULT_PROVIDERS);
  checkKind(provider, kind);
  const code = optionalTextOf(given, 'code');
  if (kind === 'refuse' && !canRefuseWith(provider, code)) {
    throw new Unprocessable('code must be an error code of the provider');
  }
  const institutionId = optionalTextOf(given, 'institution_id');
  if (institutionId !== null && !TRANSPORT_FAULTS.some((each) => each === kind)) {
    throw new Unprocessable(`institution_id is for ${TRANSPORT_FAULTS.join(', ')}`);
  }
  return {
    provider,
    route,
    kind,
    times: wholeOf(given, 'times', 1, 1, 1_000_000),
    latencyMs: given.latency_ms === undefined ? null : wholeOf(given, 'latency_ms', 0, 0, 600_000),
    code,
    institutionId,
  };
}

/** A fault that could befall no request of the provider would wait for ever. */
function checkKind(provider: FaultProvider, kind: FaultKind): void {
  const isOfPages = !TRANSPORT_FAULTS.some((each) => each === kind);
  if (isOfPages && provider !== 'plaid') {
    throw new Unprocessable(`${kind} is a fault of provider plaid only`);
  }
  if (provider === 'mail' && !MAIL_FAULTS.includes(kind)) {
    throw new Unprocessable(`kind must be one of ${MAIL_FAULTS.join(', ')} for provider mail`);
  }
}

/** The refusals of Apple and of the exchange have codes of their own. */
function canRefuseWith(provider: FaultProvider, code: string | null): boolean {
  if (code === null) return false;
  if (provider === 'apple') return TOKEN_ERRORS.some((each) => each === code);
  return provider === 'coinbase' ? isExchangeError(code) : isRefusalCode(code);
}

function describe({ latencyMs, code, institutionId, ...fault }: Fault) {
  return {
    ...fault,
    latency_ms: latencyMs,
    ...(code === null ? {} : { code }),
    ...(institutionId ? { institution_id: institutionId } : {}),
  };
}
