/** A failure whose message explains to the user what is wrong and what to do. Printed without a stack trace. */
export class CommandError extends Error {}
