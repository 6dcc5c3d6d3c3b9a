import { useState } from 'react';
import { CategoryIcon } from '../../ui/category-icon.tsx';
import { classNames } from '../../ui/class-names.ts';
import type { Transaction } from './transactions.api.ts';

const sizes = { medium: 'size-9 rounded-lg', large: 'size-14 rounded-2xl' };

/** A merchant's logo; where there is none, or it does not load, the icon of the category. */
export function MerchantMark({
  transaction,
  size = 'medium',
}: {
  transaction: Transaction;
  size?: 'medium' | 'large';
}) {
  const { logo_url, effective_category } = transaction;
  const [failed, setFailed] = useState<string | null>(null);
  if (logo_url === null || failed === logo_url) {
    return (
      <CategoryIcon
        category={effective_category}
        size={size === 'large' ? 'large' : 'medium'}
        {...(size === 'large' ? { className: sizes.large } : {})}
      />
    );
  }
  return (
    <img
      src={logo_url}
      alt=""
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setFailed(logo_url)}
      className={classNames('shrink-0 border border-line bg-[white] object-contain', sizes[size])}
    />
  );
}
