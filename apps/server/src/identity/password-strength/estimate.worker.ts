import { parentPort } from 'node:worker_threads';
import { estimateStrength } from '@cairn/passwords/estimate-strength';
import type { StrengthRequest, StrengthResponse } from './strength-worker.ts';

parentPort?.on('message', ({ id, password, words }: StrengthRequest) => {
  const response: StrengthResponse = { id, strength: estimateStrength(password, words) };
  parentPort?.postMessage(response);
});
