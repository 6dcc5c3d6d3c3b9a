import { BrandLogo, logoSizeClass } from './brand-logo.tsx';
import { CategoryIcon, categoryTintStyle } from './category-icon.tsx';
import { classNames } from './class-names.ts';
import { merchantInitial } from './merchant-initial.ts';

const initialSizes = { small: 'text-xs', medium: 'text-sm', large: 'text-xl' };

/** Who a transaction or a recurring payment is with. */
interface Merchant {
  readonly merchant_name: string | null;
  readonly logo_url: string | null;
}

interface MerchantLogoProps {
  merchant: Merchant;
  /** The key of the category that colors the initial. */
  category: string;
  size?: 'small' | 'medium' | 'large';
}

/**
 * A merchant's logo, the same wherever the merchant appears. Without a logo, or if it fails to load, the merchant's
 * initial in the category's color. Without a merchant, the category's icon.
 */
export function MerchantLogo(props: MerchantLogoProps) {
  const { merchant, size = 'medium' } = props;
  return <BrandLogo src={merchant.logo_url} size={size} fallback={<MerchantMark {...props} />} />;
}

function MerchantMark({ merchant, category, size = 'medium' }: MerchantLogoProps) {
  const initial = merchantInitial(merchant.merchant_name);
  if (initial === null) {
    return (
      <CategoryIcon
        category={category}
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
      style={categoryTintStyle(category)}
    >
      {initial}
    </span>
  );
}
