import type { CallBody } from '@cairn/contract/calls';
import type { Proof, ProofOf } from '@cairn/contract/proof';
import type { TestClient } from './test-client.ts';

export type ProofRequest = CallBody<'POST /user/proof'>;

/** Requests the proof of a total, and expects it to be of this kind. */
export async function prove<K extends Proof['kind']>(
  client: TestClient,
  kind: K,
  body: ProofRequest,
  { demo = false } = {},
): Promise<ProofOf<K>> {
  const proof = await client.request('POST /user/proof', { demo, body });
  if (!isOfKind(proof, kind))
    throw new Error(`The proof of '${body.of}' is of kind '${proof.kind}', not '${kind}'`);
  return proof;
}

const isOfKind = <K extends Proof['kind']>(proof: Proof, kind: K): proof is ProofOf<K> =>
  proof.kind === kind;
