import type { FastifyInstance } from 'fastify';
import { TOKEN_ERRORS } from '../apple/token.calls.ts';
import { isExchangeError } from '../coinbase/exchange-errors.ts';
import type { SandboxContext } from '../context.ts';
import { isPlaidErrorCode } from '../plaid/calls/errors.ts';
import {
  choiceOf,
  integerOf,
  optionalStringOf,
  readFields,
  Unprocessable,
} from './control-fields.ts';
import {
  FAULT_KINDS,
  FAULT_PROVIDERS,
  type Fault,
  type FaultKind,
  type FaultProvider,
  GENERAL_FAULTS,
  MAIL_FAULTS,
} from './faults.ts';

const FIELDS = [
  'provider',
  'route',
  'kind',
  'times',
  'latency_ms',
  'code',
  'institution_id',
] as const;

/** `/control/faults`: adds, lists, and clears faults. */
export async function faultRoutes(
  app: FastifyInstance,
  { faults }: Pick<SandboxContext, 'faults'>,
): Promise<void> {
  const activeFaults = () => faults.list().map(describe);
  app.get('/faults', async () => activeFaults());
  app.post('/faults', async (request) => {
    faults.add(readFault(request.body));
    return { waiting: activeFaults() };
  });
  app.post('/faults/clear', async (request) => {
    readFields(request.body, 'the body', []);
    faults.clear();
    return { waiting: activeFaults() };
  });
}

function readFault(body: unknown): Fault {
  const fields = readFields(body, 'the body', FIELDS);
  const kind = choiceOf(fields, 'kind', FAULT_KINDS);
  const route = optionalStringOf(fields, 'route');
  if (route !== null && !route.startsWith('/')) {
    throw new Unprocessable('route must start with /, for example /transactions/sync');
  }
  const provider = choiceOf(fields, 'provider', FAULT_PROVIDERS);
  checkKind(provider, kind);
  const code = optionalStringOf(fields, 'code');
  if (kind === 'refuse' && !canRejectWith(provider, code)) {
    throw new Unprocessable('code must be an error code of the provider');
  }
  const institutionId = optionalStringOf(fields, 'institution_id');
  if (institutionId !== null && !GENERAL_FAULTS.some((known) => known === kind)) {
    throw new Unprocessable(`institution_id requires kind ${GENERAL_FAULTS.join(', ')}`);
  }
  return {
    provider,
    route,
    kind,
    times: integerOf(fields, 'times', 1, 1, 1_000_000),
    latencyMs:
      fields.latency_ms === undefined ? null : integerOf(fields, 'latency_ms', 0, 0, 600_000),
    code,
    institutionId,
  };
}

/** Rejects a fault that could never apply to a request of the provider. */
function checkKind(provider: FaultProvider, kind: FaultKind): void {
  const isAggregatorOnly = !GENERAL_FAULTS.some((known) => known === kind);
  if (isAggregatorOnly && provider !== 'plaid') {
    throw new Unprocessable(`${kind} is only available for provider plaid`);
  }
  if (provider === 'mail' && !MAIL_FAULTS.includes(kind)) {
    throw new Unprocessable(`kind must be one of ${MAIL_FAULTS.join(', ')} for provider mail`);
  }
}

/** True for an error code that the provider can send. Providers other than Apple and the exchange accept the aggregator's codes. */
function canRejectWith(provider: FaultProvider, code: string | null): boolean {
  if (code === null) return false;
  if (provider === 'apple') return TOKEN_ERRORS.some((known) => known === code);
  return provider === 'coinbase' ? isExchangeError(code) : isPlaidErrorCode(code);
}

function describe({ latencyMs, code, institutionId, ...fault }: Fault) {
  return {
    ...fault,
    latency_ms: latencyMs,
    ...(code === null ? {} : { code }),
    ...(institutionId ? { institution_id: institutionId } : {}),
  };
}
