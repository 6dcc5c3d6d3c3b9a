import { estimateStrength } from '@cairn/passwords/estimate-strength';

// The global object of a dedicated worker, which TypeScript's DOM types don't describe.
const worker = globalThis as unknown as {
  onmessage: (event: MessageEvent<{ password: string; words: string[] }>) => void;
  postMessage: (message: object) => void;
};

worker.onmessage = ({ data: { password, words } }) =>
  worker.postMessage({ password, strength: estimateStrength(password, words) });
