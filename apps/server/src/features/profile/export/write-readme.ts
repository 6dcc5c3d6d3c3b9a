import { formatMessage } from '@cairn/contract/text/copy';
import { exportCopy } from './export.copy.ts';
import type { ExportedFile } from './exported-file.ts';

/** Writes the README of the archive: what each file holds, and how to read it. */
export const writeReadme = (
  files: readonly ExportedFile[],
  { email, at }: { email: string; at: Date },
): string =>
  formatMessage(exportCopy.readme, {
    email,
    createdAt: at.toISOString(),
    files: files
      .map(({ name, description }) => formatMessage(exportCopy.readmeFile, { name, description }))
      .join('\n\n'),
  });
