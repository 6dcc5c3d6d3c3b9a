import { InstitutionLogo } from '../../../ui/institution-logo.tsx';
import type { Account } from '../accounts.api.ts';
import { AccountIcon } from './account-icon.tsx';

/** The brand of an account's institution. */
export const institutionBrand = (
  account: Pick<Account, 'institution_name' | 'institution_logo_url' | 'institution_color'>,
) => ({
  name: account.institution_name,
  logoUrl: account.institution_logo_url,
  color: account.institution_color,
});

/** The logo of an account's institution, or the icon of the account's type if there is neither a logo nor a color. */
export function AccountLogo({ account }: { account: Account }) {
  const brand = institutionBrand(account);
  return brand.logoUrl === null && brand.color === null ? (
    <AccountIcon account={account} />
  ) : (
    <InstitutionLogo brand={brand} />
  );
}
