/** A failure with a message for whoever typed the command: what is wrong and what to do. */
export class CommandError extends Error {}
