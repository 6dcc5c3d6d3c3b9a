/**
 * An SDK response type in wire format: enums become plain string types, so that responses are typed by the SDK without
 * loading it at run time.
 */
export type Wire<T> = T extends string
  ? `${T}`
  : T extends number | boolean | null | undefined
    ? T
    : T extends (infer Element)[]
      ? Wire<Element>[]
      : T extends object
        ? { [Key in keyof T]: Wire<T[Key]> }
        : T;

/** A response without `request_id`, which is added to every response. */
export type WireResponse<T> = Omit<Wire<T>, 'request_id'>;
