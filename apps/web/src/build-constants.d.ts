/**
 * What the paths of the calls about money begin with, which `/demo` serves or refuses, and those of no
 * other call; put in by vite.config.ts.
 */
declare const __PAID_PATHS__: readonly string[];
/** Keys of the calls whose body is a form, put in by vite.config.ts. */
declare const __FORM_CALLS__: readonly string[];
