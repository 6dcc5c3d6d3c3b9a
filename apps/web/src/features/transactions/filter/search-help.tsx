import { searchCopy } from '@cairn/contract/rules/search/search.copy';
import { operatorNames, searchOperators } from '@cairn/contract/rules/search/search-operators';
import { CircleHelp } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { transactionsCopy } from '../transactions.copy.ts';

const copy = transactionsCopy.filter.help;

/** What the help explains: the operators from their table, and how to combine terms. */
const rows: readonly { readonly example: string; readonly meaning: string }[] = [
  ...operatorNames.map((name) => ({
    example: `${name}:${searchOperators[name].example}`,
    meaning: searchCopy.operators[name],
  })),
  ...copy.more,
];

/** A button that opens the help for the search language. */
export function SearchHelp() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton label={copy.action} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <CircleHelp aria-hidden="true" className="size-4.5" />
      </IconButton>
      <Dialog open={open} onOpenChange={setOpen} title={copy.title} description={copy.description}>
        <dl className="divide-y divide-line">
          {rows.map(({ example, meaning }) => (
            <div key={example} className="py-2 sm:grid sm:grid-cols-2 sm:gap-4">
              <dt>
                <code className="wrap-anywhere">{example}</code>
              </dt>
              <dd className="text-muted">{meaning}</dd>
            </div>
          ))}
        </dl>
      </Dialog>
    </>
  );
}
