import { estimateStrength } from '@cairn/passwords/estimate-strength';

// A dedicated worker, whose global object the library of DOM types doesn't know.
const worker = globalThis as unknown as {
  onmessage: (event: MessageEvent<{ password: string; words: string[] }>) => void;
  postMessage: (message: object) => void;
};

worker.onmessage = ({ data: { password, words } }) =>
  worker.postMessage({ password, strength: estimateStrength(password, words) });
