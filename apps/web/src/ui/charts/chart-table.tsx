import { Table2 } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { classNames } from '../class-names.ts';
import { uiCopy } from '../ui.copy.ts';

/** A row of a chart's table: its heading and its values. */
export interface ChartTableRow {
  readonly name: string;
  readonly values: readonly ReactNode[];
}

interface ChartNumbers {
  caption: string;
  /** Column headings, beginning with the heading of the first column, which contains the row headings. */
  columns: readonly string[];
  rows: readonly ChartTableRow[];
}

/** A chart's text alternative: its numbers as a table, shown on demand. */
export function ChartTable({
  caption,
  columns,
  rows,
  className,
}: ChartNumbers & { className?: string }) {
  const [isShown, setShown] = useState(false);
  const id = useId();
  return (
    <div className={className}>
      <button
        type="button"
        aria-expanded={isShown}
        aria-controls={id}
        onClick={() => setShown(!isShown)}
        className="-ml-2 inline-flex h-8 items-center gap-1.5 rounded-md px-2 text-xs font-medium text-muted transition-colors hover:bg-sunken hover:text-ink touch:h-11"
      >
        <Table2 aria-hidden="true" className="size-3.5" />
        {isShown ? uiCopy.chart.hideTable : uiCopy.chart.showTable}
        <span className="sr-only">: {caption}</span>
      </button>
      <section
        id={id}
        aria-label={caption}
        // Scrollable content must be reachable by keyboard.
        tabIndex={isShown ? 0 : undefined}
        hidden={!isShown}
        className="mt-2 max-h-72 overflow-y-auto overscroll-contain rounded-control border border-line"
      >
        {isShown && <Numbers caption={caption} columns={columns} rows={rows} />}
      </section>
    </div>
  );
}

function Numbers({ caption, columns, rows }: ChartNumbers) {
  return (
    <table className="w-full border-collapse text-left text-xs">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column, index) => (
            <th
              key={column}
              scope="col"
              className={classNames(
                'sticky top-0 border-b border-line bg-surface px-3 py-2 font-medium text-muted',
                // Row headings stay in view when columns scroll.
                index > 0 ? 'text-right' : 'left-0 z-1',
              )}
            >
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name} className="not-last:border-b border-line">
            <th
              scope="row"
              className="sticky left-0 bg-surface px-3 py-1.5 font-normal whitespace-nowrap"
            >
              {row.name}
            </th>
            {row.values.map((value, index) => (
              <td key={columns[index + 1]} className="figures px-3 py-1.5 text-right">
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
