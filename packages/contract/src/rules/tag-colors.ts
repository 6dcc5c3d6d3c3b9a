/** The colors of tags: tokens of the design, in the order in which new tags get them. */
export const tagColors = [
  'blue',
  'green',
  'orange',
  'purple',
  'red',
  'teal',
  'yellow',
  'gray',
] as const;

export type TagColor = (typeof tagColors)[number];
