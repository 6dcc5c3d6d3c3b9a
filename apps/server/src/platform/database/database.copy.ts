/** Messages about the database for the operator. */
export const databaseCopy = {
  newerSchema:
    "A newer version of Cairn has updated this database ({migrations}), so this version can't use it. Start the newer version again, or restore a backup that this version made (docs/operations.md#upgrades). Nothing was changed.",
} as const;
