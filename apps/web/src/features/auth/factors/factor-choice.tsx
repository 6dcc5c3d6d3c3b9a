import type { StepUpFactor } from '@cairn/contract/rules/second-factors';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { factorsCopy } from './factors.copy.ts';

/** Buttons that switch to another factor. Renders nothing if there is no other. */
export function FactorChoice<F extends StepUpFactor>({
  factors,
  chosen,
  onChoose,
  className,
}: {
  factors: readonly F[];
  chosen: F;
  onChoose: (factor: F) => void;
  className?: string;
}) {
  const others = factors.filter((factor) => factor !== chosen);
  if (others.length === 0) return null;
  return (
    <div className={classNames('flex flex-col items-start gap-1', className)}>
      {others.map((factor) => (
        <Button
          key={factor}
          variant="ghost"
          size="small"
          className="-ml-3"
          onClick={() => onChoose(factor)}
        >
          {factorsCopy.use[factor]}
        </Button>
      ))}
    </div>
  );
}
