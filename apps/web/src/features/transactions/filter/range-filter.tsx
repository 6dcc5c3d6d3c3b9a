import { lazy, Suspense, useState } from 'react';
import { afterNextFrame } from '../../../platform/browser/after-next-frame.ts';
import { loadChunk } from '../../../platform/browser/chunk-loading.ts';
import { Select } from '../../../ui/form/select.tsx';
import { formatDateRange } from '../list/filter-summary.ts';
import { transactionsCopy } from '../transactions.copy.ts';
import {
  type DateRange,
  type DateRangeName,
  dateRanges,
  emptyFilter,
} from './transaction-filter.ts';

const RangeDialog = lazy(() => loadChunk(() => import('./range-dialog.tsx')));

// Option values that are not named ranges: the current custom range, and the one that opens the dialog.
const customDays = 'days';
const chooseDays = 'choose';

/** The Date Range dropdown: the named ranges and a custom one. */
export function RangeFilter({
  range,
  onChange,
}: {
  range: DateRange;
  onChange: (range: DateRange) => void;
}) {
  const [choosing, setChoosing] = useState(false);
  const days = typeof range === 'object' ? range : null;
  return (
    <>
      <Select
        label={transactionsCopy.filter.dateRange}
        options={[
          ...dateRanges,
          ...(days === null ? [] : [{ value: customDays, label: formatDateRange(days) }]),
          { value: chooseDays, label: transactionsCopy.filter.customRangeOption },
        ]}
        // With the default range, the dropdown shows its own label ("Date Range") instead of the name of the range.
        value={days === null ? (range === emptyFilter.range ? null : String(range)) : customDays}
        active={range !== emptyFilter.range}
        onChange={(value) => {
          if (value === chooseDays) setChoosing(true);
          else if (value !== customDays) {
            const name = value as DateRangeName; // One of the options.
            afterNextFrame(() => onChange(name));
          }
        }}
      />
      <Suspense>
        {choosing && (
          <RangeDialog days={days} onSelect={onChange} onClosed={() => setChoosing(false)} />
        )}
      </Suspense>
    </>
  );
}
