import type { Logger } from '../../platform/log.ts';
import {
  CircuitOpen,
  createCircuitBreakers,
  defaultCircuitPolicy,
  type RunInCircuit,
} from '../../platform/providers/circuit-breakers.ts';
import type { CallPolicy } from '../../platform/providers/retry.ts';
import { circuitOpenCode, isAggregatorDown, isInstitutionDown, PlaidError } from './errors.ts';

/**
 * Creates a function that returns the circuit breaker of an institution (the aggregator's id; null if it is not known).
 * It includes the circuit breaker of the aggregator. A failure counts toward one of the two: toward the aggregator's if
 * the institution can't be the cause. A call that is not sent throws a `PlaidError` of the kind `unavailable`.
 */
export function createPlaidCircuits(
  log: Logger,
  { circuit: policy = defaultCircuitPolicy }: CallPolicy,
): (institutionId: string | null) => RunInCircuit {
  const onChange = (key: string, state: 'opened' | 'closed') =>
    log.warn({ event: `circuit_${state}`, provider: 'plaid', institution_id: key });
  const circuitOfInstitution = createCircuitBreakers({
    policy,
    isFailure: isInstitutionDown,
    onChange,
  });
  const runInAggregatorCircuit = createCircuitBreakers({
    policy,
    isFailure: isAggregatorDown,
    onChange,
  })('all');
  return (institutionId) => {
    const runInInstitutionCircuit = circuitOfInstitution(institutionId ?? 'unknown');
    return (call) =>
      runInInstitutionCircuit(() => runInAggregatorCircuit(call)).catch((error: unknown) => {
        throw error instanceof CircuitOpen ? new PlaidError('unavailable', circuitOpenCode) : error;
      });
  };
}
