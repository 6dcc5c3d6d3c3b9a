/**
 * A reply of the aggregator's SDK as it travels: its enums are the plain strings they stand for, so that
 * replies are typed by the SDK without loading it.
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

/** A reply before its `request_id` is put on, which the transport does for every call. */
export type Reply<T> = Omit<Wire<T>, 'request_id'>;
