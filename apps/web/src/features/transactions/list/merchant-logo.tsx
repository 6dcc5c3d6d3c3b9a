import { BrandLogo, logoSizeClass } from '../../../ui/brand-logo.tsx';
import { CategoryIcon, categoryTintStyle } from '../../../ui/category-icon.tsx';
import { classNames } from '../../../ui/class-names.ts';
import type { Transaction } from '../transactions.api.ts';
import { merchantInitial } from './merchant-initial.ts';

const initialSizes = { small: 'text-xs', medium: 'text-sm', large: 'text-xl' };

/**
 * A merchant's logo. Without a logo, or if it fails to load, the merchant's initial in the category's
 * color. Without a merchant, the category's icon.
 */
export function MerchantLogo({
  transaction,
  size = 'medium',
}: {
  transaction: Transaction;
  size?: 'small' | 'medium' | 'large';
}) {
  return (
    <BrandLogo
      src={transaction.logo_url}
      size={size}
      fallback={<MerchantMark transaction={transaction} size={size} />}
    />
  );
}

function MerchantMark({
  transaction: { merchant_name, effective_category },
  size,
}: {
  transaction: Transaction;
  size: 'small' | 'medium' | 'large';
}) {
  const initial = merchantInitial(merchant_name);
  if (initial === null) {
    return (
      <CategoryIcon
        category={effective_category}
        size={size}
        {...(size === 'medium' ? {} : { className: logoSizeClass(size) })}
      />
    );
  }
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'inline-grid shrink-0 place-items-center font-semibold',
        logoSizeClass(size),
        initialSizes[size],
      )}
      style={categoryTintStyle(effective_category)}
    >
      {initial}
    </span>
  );
}
