import type { StepUpFactor } from '@cairn/contract/rules/second-factors';

/**
 * Asks the user to confirm that it's them, with one of `factors`. Without factors, the user can only sign in again.
 * Resolves to true once a factor was verified in this session, and to false if the user cancels.
 */
export type StepUpPrompt = (factors: readonly StepUpFactor[]) => Promise<boolean>;

let prompt: StepUpPrompt | undefined;
let running: Promise<boolean> | undefined;
let cancelRunning = () => {};

/** A call that required a step-up, which the user canceled. Its message is empty, because there is nothing to show. */
export class StepUpCanceled extends Error {
  override readonly name = 'StepUpCanceled';

  constructor() {
    super('');
  }
}

/** Registers the dialog. Returns the function that unregisters it and cancels its open prompt. */
export function registerStepUpPrompt(dialog: StepUpPrompt): () => void {
  prompt = dialog;
  return () => {
    cancelRunning();
    if (prompt === dialog) prompt = undefined;
  };
}

/**
 * Asks for a step-up. Calls that need a step-up at the same time share the dialog. Resolves to false if no dialog is
 * registered.
 */
export function requestStepUp(factors: readonly StepUpFactor[]): Promise<boolean> {
  if (running !== undefined) return running;
  const canceled = Promise.withResolvers<boolean>();
  cancelRunning = () => canceled.resolve(false);
  const confirmed = prompt?.(factors) ?? Promise.resolve(false);
  running = Promise.race([confirmed, canceled.promise]).finally(() => {
    running = undefined;
  });
  return running;
}
