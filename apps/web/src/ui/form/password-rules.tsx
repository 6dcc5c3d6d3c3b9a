import { Check } from 'lucide-react';
import { classNames } from '../class-names.ts';
import { uiCopy } from '../ui.copy.ts';

/** The rules for a new password (credential-rules.ts), checked off as they are met. */
export function PasswordRules({ password }: { password: string }) {
  const characters = [...password];
  const rules = [
    { text: uiCopy.password.minimumLength, met: characters.length >= 10 },
    { text: uiCopy.password.uniqueCharacters, met: new Set(characters).size > 6 },
  ];
  return (
    <ul className="-mt-1 flex flex-col gap-1.5">
      {rules.map(({ text, met }) => (
        <li
          key={text}
          className={classNames(
            'flex items-center gap-2 transition-colors',
            met ? 'text-money-in' : 'text-muted',
          )}
        >
          <span
            className={classNames(
              'grid size-4.5 place-items-center rounded-full border transition-colors',
              met ? 'border-current' : 'border-edge',
            )}
          >
            {met && <Check aria-hidden="true" className="size-3" strokeWidth={3} />}
          </span>
          {text}
          {met && <span className="sr-only">{uiCopy.password.ruleMet}</span>}
        </li>
      ))}
    </ul>
  );
}
