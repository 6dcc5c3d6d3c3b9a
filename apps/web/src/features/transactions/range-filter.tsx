import { lazy, Suspense, useState } from 'react';
import { afterNextFrame } from '../../platform/after-next-frame.ts';
import { loadChunk } from '../../platform/chunk-failure.ts';
import { Select } from '../../ui/select.tsx';
import { rangeWords } from './selection-words.ts';
import { type DateRangeName, dateRanges, noFilter, type Range } from './transaction-filter.ts';

const RangeDialog = lazy(() => loadChunk(() => import('./range-dialog.tsx')));

// Neither is a range: one stands for the days that are chosen, the other leads to choosing them.
const chosenDays = 'days';
const choose = 'choose';

/** The Date Range dropdown: the six by name, and days of one's own. */
export function RangeFilter({
  range,
  onChange,
}: {
  range: Range;
  onChange: (range: Range) => void;
}) {
  const [choosing, setChoosing] = useState(false);
  const days = typeof range === 'object' ? range : null;
  return (
    <>
      <Select
        label="Date Range"
        options={[
          ...dateRanges,
          ...(days === null ? [] : [{ value: chosenDays, label: rangeWords(days) }]),
          { value: choose, label: 'Custom range…' },
        ]}
        // Where nothing is narrowed the dropdown shows its name.
        value={days === null ? (range === noFilter.range ? null : String(range)) : chosenDays}
        active={range !== noFilter.range}
        onChange={(value) => {
          if (value === choose) setChoosing(true);
          else if (value !== chosenDays) {
            const name = value as DateRangeName; // One of the options.
            afterNextFrame(() => onChange(name));
          }
        }}
      />
      <Suspense>
        {choosing && (
          <RangeDialog days={days} onChoose={onChange} onClosed={() => setChoosing(false)} />
        )}
      </Suspense>
    </>
  );
}
