import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { uiCopy } from '../ui.copy.ts';
import { Field } from './field.tsx';

/** A password input with a button that shows the password. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, 'type' | 'className'>) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Field
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={256}
      inset={
        <button
          type="button"
          aria-label={isShown ? uiCopy.password.hide : uiCopy.password.show}
          data-tooltip={isShown ? uiCopy.password.hide : uiCopy.password.show}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
          className="grid size-11 place-items-center rounded-control text-muted hover:text-ink focus-visible:-outline-offset-4"
        >
          <Icon aria-hidden="true" className="size-4.5" />
        </button>
      }
    />
  );
}
