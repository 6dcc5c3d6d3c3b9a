/** A choice that may stand under another, which then stands for it and all its like. */
export interface GroupedOption {
  readonly value: string;
  /** The value of the option that it stands under. */
  readonly under?: string;
}

const membersOf = (options: readonly GroupedOption[], group: string): string[] =>
  options.filter(({ under }) => under === group).map(({ value }) => value);

/**
 * How options look when some values are chosen: a chosen group has all its members chosen, all members
 * together are their group, and a group with only some of them is `partly` chosen.
 */
export function looksOf(options: readonly GroupedOption[], chosen: readonly string[]) {
  const all = new Set(chosen);
  const partly = new Set<string>();
  for (const { value, under } of options) if (under !== undefined && all.has(under)) all.add(value);
  for (const group of new Set(options.flatMap(({ under }) => under ?? []))) {
    if (all.has(group)) continue;
    const members = membersOf(options, group);
    if (members.every((member) => all.has(member))) all.add(group);
    else if (members.some((member) => all.has(member))) partly.add(group);
  }
  return { chosen: all, partly };
}

/**
 * What is chosen after an option was pressed, in as few values as say it: a group takes its members in
 * or drops them, a member of a chosen group leaves the others, the last missing member makes the group.
 */
export function press(
  options: readonly GroupedOption[],
  chosen: readonly string[],
  pressed: string,
): string[] {
  const under = options.find(({ value }) => value === pressed)?.under;
  const isChosen = looksOf(options, chosen).chosen.has(pressed);
  const group = under ?? pressed;
  const members = membersOf(options, group);
  const others = chosen.filter((value) => value !== group && !members.includes(value));
  if (under === undefined) return isChosen ? others : [...others, pressed];
  const before = chosen.includes(group)
    ? members
    : chosen.filter((value) => members.includes(value));
  const after = isChosen ? before.filter((value) => value !== pressed) : [...before, pressed];
  return after.length === members.length ? [...others, group] : [...others, ...after];
}
