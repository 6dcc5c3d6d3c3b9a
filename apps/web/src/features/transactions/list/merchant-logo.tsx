import { useState } from 'react';
import { CategoryIcon, categoryTintStyle } from '../../../ui/category-icon.tsx';
import { classNames } from '../../../ui/class-names.ts';
import type { Transaction } from '../transactions.api.ts';
import { merchantInitial } from './merchant-initial.ts';

const sizes = {
  small: 'size-7 rounded-md',
  medium: 'size-9 rounded-lg',
  large: 'size-14 rounded-2xl',
};
const initialSizes = { small: 'text-xs', medium: 'text-sm', large: 'text-xl' };

/**
 * A merchant's logo. Without a logo, or if it fails to load, the merchant's initial in the category's
 * color. Without a merchant, the category's icon.
 */
export function MerchantLogo({
  transaction: { logo_url, merchant_name, effective_category },
  size = 'medium',
}: {
  transaction: Transaction;
  size?: 'small' | 'medium' | 'large';
}) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const initial = merchantInitial(merchant_name);
  if (logo_url !== null && failedUrl !== logo_url) {
    return (
      <img
        src={logo_url}
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => setFailedUrl(logo_url)}
        className={classNames('shrink-0 border border-line bg-[white] object-contain', sizes[size])}
      />
    );
  }
  if (initial === null) {
    return (
      <CategoryIcon
        category={effective_category}
        size={size}
        {...(size === 'medium' ? {} : { className: sizes[size] })}
      />
    );
  }
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'inline-grid shrink-0 place-items-center font-semibold',
        sizes[size],
        initialSizes[size],
      )}
      style={categoryTintStyle(effective_category)}
    >
      {initial}
    </span>
  );
}
