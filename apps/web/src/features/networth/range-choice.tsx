import { SegmentedControl } from '../../ui/form/segmented-control.tsx';
import { type NetWorthRange, netWorthRanges } from './networth.api.ts';
import { networthCopy } from './networth.copy.ts';

/** Selects how far back a history goes. */
export function RangeChoice({
  value,
  onChange,
}: {
  value: NetWorthRange;
  onChange: (range: NetWorthRange) => void;
}) {
  return (
    <SegmentedControl
      label={networthCopy.range.label}
      options={netWorthRanges.map((name) => ({
        value: name,
        label: name === 'ALL' ? networthCopy.range.all : name,
      }))}
      value={value}
      onChange={onChange}
    />
  );
}
