import { formatMessage } from '@cairn/contract/text/copy';
import { isGuessable, isStrong, type Strength } from '@cairn/passwords/strength';
import { classNames } from '../../class-names.ts';
import { uiCopy } from '../../ui.copy.ts';

const copy = uiCopy.password;

const levels = [
  { name: copy.guessable, filled: 1, color: 'bg-danger' },
  { name: copy.fair, filled: 2, color: 'bg-accent' },
  { name: copy.strong, filled: 3, color: 'bg-money-in' },
] as const;

/** The strength of a new password: a bar of three parts, a word, and advice. Screen readers announce the text. */
export function StrengthMeter({
  password,
  strength,
  hasAdvice,
}: {
  password: string;
  /** Null until this password has been estimated. */
  strength: Strength | null;
  /** False if the field's error already says what to change. */
  hasAdvice: boolean;
}) {
  const level = strength === null ? null : levels[levelOf(password, strength)];
  const advice = hasAdvice && (strength?.advice || (level === levels[0] ? copy.advice : ''));
  return (
    <div>
      {level && (
        <div aria-hidden="true" className="mb-1.5 flex gap-1">
          {levels.map(({ name, filled }) => (
            <span
              key={name}
              className={classNames(
                'h-1 flex-1 rounded-full',
                filled <= level.filled ? level.color : 'bg-edge',
              )}
            />
          ))}
        </div>
      )}
      <p aria-live="polite" className="text-muted empty:hidden">
        {level && formatMessage(copy.strength, { level: level.name })}
        {advice && `. ${advice}`}
      </p>
    </div>
  );
}

function levelOf(password: string, strength: Strength): 0 | 1 | 2 {
  if (isGuessable(password, strength)) return 0;
  return isStrong(strength) ? 2 : 1;
}
