/** Keys of the calls that are served under `/demo` too, put in by vite.config.ts. */
declare const __DEMO_CALLS__: readonly string[];
/** Keys of the calls whose body is a form, put in by vite.config.ts. */
declare const __FORM_CALLS__: readonly string[];
