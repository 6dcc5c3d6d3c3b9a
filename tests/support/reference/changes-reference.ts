/** What a user decided about a transaction. */
export interface DecidedValues {
  category: string | null;
  tags: readonly string[];
  note: string | null;
  excluded: boolean;
  reviewed: boolean;
}

type Field = keyof DecidedValues;

/** A change of one transaction, by the provider's id. Contains the fields that it changed. */
export interface ReferenceChange {
  id: string;
  transaction: string;
  before: Partial<DecidedValues>;
  after: Partial<DecidedValues>;
}

const undecided: DecidedValues = {
  category: null,
  tags: [],
  note: null,
  excluded: false,
  reviewed: false,
};

/**
 * A slow, literal implementation of the rules for decisions, changes, and undo: keeps the values of each transaction
 * and the list of all changes.
 */
export class ChangesReference {
  readonly values = new Map<string, DecidedValues>();
  readonly changes: ReferenceChange[] = [];

  valuesOf(transaction: string): DecidedValues {
    return this.values.get(transaction) ?? undecided;
  }

  /** A posted transaction inherits the decisions about its pending one when it arrives. */
  inherit(posted: string, pending: string): void {
    if (!this.values.has(posted)) this.values.set(posted, this.valuesOf(pending));
  }

  /** Sets values. Returns the changed fields before and after, or null if nothing changes. */
  set(
    transaction: string,
    values: Partial<DecidedValues>,
  ): Pick<ReferenceChange, 'before' | 'after'> | null {
    const current = this.valuesOf(transaction);
    const fields = (Object.keys(values) as Field[]).filter(
      (field) => !isEqual(values[field], current[field]),
    );
    this.values.set(transaction, { ...current, ...values });
    const pick = (from: Partial<DecidedValues>) =>
      Object.fromEntries(fields.map((field) => [field, from[field]]));
    return fields.length === 0 ? null : { before: pick(current), after: pick(values) };
  }

  /** The fields of a change that were changed again later: their current value is neither `before` nor `after`. */
  laterChanges({ before, after }: ReferenceChange, transaction: string): Field[] {
    const current = this.valuesOf(transaction);
    return (Object.keys(before) as Field[]).filter(
      (field) => !isEqual(current[field], before[field]) && !isEqual(current[field], after[field]),
    );
  }
}

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
