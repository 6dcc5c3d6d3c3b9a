/** What a user decides about a transaction. */
export interface UserValues {
  /** The override, or null for the provider's category. */
  category: string | null;
  /** Ids of tags, in ascending order. */
  tags: readonly string[];
  note: string | null;
  excluded: boolean;
  reviewed: boolean;
}

/** The names of the fields that a user decides. */
export const userFields = ['category', 'tags', 'note', 'excluded', 'reviewed'] as const;
export type UserField = (typeof userFields)[number];

/** Some of the fields, with their values. */
export type SomeValues = Partial<UserValues>;

/** True if two values of a field are equal. */
export const isSameValue = (a: UserValues[UserField], b: UserValues[UserField]): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/** Returns the fields of `values` whose current values differ. */
export const differingFields = (current: UserValues, values: SomeValues): UserField[] =>
  userFields.filter((field) => {
    const value = values[field];
    return value !== undefined && !isSameValue(value, current[field]);
  });

/** Returns only these fields of values. */
export const pickFields = (values: SomeValues, fields: readonly UserField[]): SomeValues =>
  Object.fromEntries(fields.map((field) => [field, values[field]]));
