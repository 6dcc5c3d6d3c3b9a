/** An option that may belong to a group. A group is itself an option and stands for all its members. */
export interface GroupedOption {
  readonly value: string;
  /** The value of its group. */
  readonly group?: string;
}

const membersOf = (options: readonly GroupedOption[], group: string): string[] =>
  options.filter((option) => option.group === group).map(({ value }) => value);

/**
 * How options are shown for a selection. Selecting a group selects all its members, and selecting
 * all members selects the group. A group with some members selected is `partial`.
 */
export function selectionState(options: readonly GroupedOption[], values: readonly string[]) {
  const selected = new Set(values);
  const partial = new Set<string>();
  for (const { value, group } of options)
    if (group !== undefined && selected.has(group)) selected.add(value);
  for (const group of new Set(options.flatMap(({ group }) => group ?? []))) {
    if (selected.has(group)) continue;
    const members = membersOf(options, group);
    if (members.every((member) => selected.has(member))) selected.add(group);
    else if (members.some((member) => selected.has(member))) partial.add(group);
  }
  return { selected, partial };
}

/**
 * The selection after an option is toggled, in as few values as possible: all members of a group are
 * replaced by the group, and a group that loses a member is replaced by the other members.
 */
export function toggleOption(
  options: readonly GroupedOption[],
  values: readonly string[],
  toggled: string,
): string[] {
  const parent = options.find(({ value }) => value === toggled)?.group;
  const wasSelected = selectionState(options, values).selected.has(toggled);
  const group = parent ?? toggled;
  const members = membersOf(options, group);
  const others = values.filter((value) => value !== group && !members.includes(value));
  if (parent === undefined) return wasSelected ? others : [...others, toggled];
  const before = values.includes(group)
    ? members
    : values.filter((value) => members.includes(value));
  const after = wasSelected ? before.filter((value) => value !== toggled) : [...before, toggled];
  return after.length === members.length ? [...others, group] : [...others, ...after];
}
