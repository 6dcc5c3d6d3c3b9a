import { useState } from 'react';
import { CategoryIcon, categoryTint } from '../../ui/category-icon.tsx';
import { classNames } from '../../ui/class-names.ts';
import { initialOf } from './merchant-initial.ts';
import type { Transaction } from './transactions.api.ts';

const sizes = { medium: 'size-9 rounded-lg', large: 'size-14 rounded-2xl' };
const letters = { medium: 'text-sm', large: 'text-xl' };

/**
 * A merchant's logo; where there is none, or it does not load, the merchant's initial in the colour of
 * the category; where no merchant is known, the icon of the category.
 */
export function MerchantMark({
  transaction: { logo_url, merchant_name, effective_category },
  size = 'medium',
}: {
  transaction: Transaction;
  size?: 'medium' | 'large';
}) {
  const [failed, setFailed] = useState<string | null>(null);
  const initial = initialOf(merchant_name);
  if (logo_url !== null && failed !== logo_url) {
    return (
      <img
        src={logo_url}
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => setFailed(logo_url)}
        className={classNames('shrink-0 border border-line bg-[white] object-contain', sizes[size])}
      />
    );
  }
  if (initial === null) {
    return (
      <CategoryIcon
        category={effective_category}
        size={size === 'large' ? 'large' : 'medium'}
        {...(size === 'large' ? { className: sizes.large } : {})}
      />
    );
  }
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'inline-grid shrink-0 place-items-center font-semibold',
        sizes[size],
        letters[size],
      )}
      style={categoryTint(effective_category)}
    >
      {initial}
    </span>
  );
}
