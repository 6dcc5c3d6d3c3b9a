/** Path prefixes of the paid calls, which `/demo` serves or rejects. Defined by vite.config.ts. */
declare const __PAID_PATHS__: readonly string[];
/** Keys of the calls whose body is a form. Defined by vite.config.ts. */
declare const __FORM_CALLS__: readonly string[];
