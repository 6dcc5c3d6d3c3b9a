/** Keys of the calls about money, which `/demo` serves or refuses, put in by vite.config.ts. */
declare const __PAID_CALLS__: readonly string[];
/** Keys of the calls whose body is a form, put in by vite.config.ts. */
declare const __FORM_CALLS__: readonly string[];
