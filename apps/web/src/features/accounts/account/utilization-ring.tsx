import { formatMessage } from '@cairn/contract/text/copy';
import { classNames } from '../../../ui/class-names.ts';
import { accountsCopy } from '../accounts.copy.ts';
import type { Utilization } from './utilization.ts';

const radius = 42;

const colorClasses: Record<Utilization['tone'], string> = {
  good: 'text-money-in',
  attention: 'text-attention',
  danger: 'text-danger',
};

/** A ring that shows how much of a card's limit is used, with the percentage and its band. */
export function UtilizationRing({ utilization }: { utilization: Utilization }) {
  const { percent, ring, band, tone } = utilization;
  return (
    <div
      role="img"
      aria-label={formatMessage(accountsCopy.utilization.label, { percent, band })}
      className="relative grid size-28 shrink-0 place-items-center sm:size-32"
    >
      <svg viewBox="0 0 100 100" aria-hidden="true" className="absolute inset-0 -rotate-90">
        <circle cx="50" cy="50" r={radius} fill="none" stroke="var(--sunken)" strokeWidth="9" />
        {ring > 0 && (
          <circle
            cx="50"
            cy="50"
            r={radius}
            fill="none"
            stroke="currentColor"
            strokeWidth="9"
            strokeLinecap={ring < 100 ? 'round' : 'butt'}
            pathLength={100}
            strokeDasharray={`${ring} 100`}
            className={colorClasses[tone]}
          />
        )}
      </svg>
      <span aria-hidden="true" className="text-center">
        <span className="figures block text-lg leading-6 font-semibold">{percent}%</span>
        <span className={classNames('block text-xs font-medium', colorClasses[tone])}>{band}</span>
      </span>
    </div>
  );
}
