/** The maximum length of a note on a transaction, in characters. */
export const maxNoteLength = 2_000;

/** The maximum length of a tag's name, in characters. */
export const maxTagNameLength = 40;

/** The maximum number of tags on one transaction. */
export const maxTagsPerTransaction = 50;
