import { Link } from 'react-router';
import { paths } from '../../../paths.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Message } from '../../../ui/message.tsx';
import { publicCopy } from '../public.copy.ts';
import { textLinkClass } from './entry-page.tsx';

/** The notice of what the user agrees to, with links to the documents. */
export function Agreement({
  text,
  className,
}: {
  /** The sentence, with the placeholders `{terms}` and `{privacyPolicy}`. */
  text: `${string}{terms}${string}{privacyPolicy}${string}`;
  className?: string;
}) {
  return (
    <p className={classNames('text-center text-xs text-pretty text-muted', className)}>
      <Message
        text={text}
        values={{
          terms: (
            <Link to={paths.terms} className={textLinkClass}>
              {publicCopy.terms}
            </Link>
          ),
          privacyPolicy: (
            <Link to={paths.privacy} className={textLinkClass}>
              {publicCopy.privacyPolicy}
            </Link>
          ),
        }}
      />
    </p>
  );
}
