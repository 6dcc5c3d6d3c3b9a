/** The messages of a backup or a restore that failed. The operator reads them on the command line. */
export const backupCopy = {
  file: {
    diskFull: "The disk is full, so {path} couldn't be written.",
    notFound: "{path} doesn't exist.",
    permissionDenied: '{path}: permission denied.',
    isFolder: '{path} is a folder.',
    readOnly: '{path} is on a read-only disk.',
    exists: '{path} already exists and was not changed.',
  },
  backup: {
    failed: '{problem} No backup was made. Earlier backups are unchanged.',
    emptyDatabase: "This database has never been used, so there's nothing to back up.",
  },
  encryption: {
    keyFile:
      "# The key of Cairn's backups. Without it, they can't be read.\n# public key: {publicKey}\n{secretKey}\n",
    invalidKey: '{path} contains no key. Create one with: npm run backup -- --create-key FILE',
    keyMissing: '{path} is encrypted. Set BACKUP_KEY_FILE to the file with its key.',
    wrongKey: "{path} is damaged, or encrypted with a different key than BACKUP_KEY_FILE's.",
  },
  restore: {
    notABackup: "{path} isn't a Cairn backup.",
    newerFormat: "{path} was made by a newer version of Cairn and can't be read by this one.",
    damaged: '{path} is damaged or incomplete. Use another backup.',
    invalidLine: 'This backup is damaged: it contains an invalid line.',
    otherSchema:
      'This backup has schema {saved}, but the database is at {current}. Restore it into an empty DATA_DIR with the version of Cairn that made it, then upgrade (docs/operations.md). Nothing has changed.',
    /** Stands in for the schema of a database without migrations. */
    noSchema: 'none',
    unknownTable:
      "This backup contains a table that this version doesn't have ({table}). Nothing has changed.",
    wrongCounts: "This backup's contents don't match its summary. Nothing has changed.",
    databaseBusy: 'The database is too busy to restore. Nothing has changed. Try again.',
  },
} as const;
