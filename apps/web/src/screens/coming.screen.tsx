import { NotFinished } from './frame/not-finished.tsx';

/** An address of the app whose feature is still being built. */
export const Component = NotFinished;
