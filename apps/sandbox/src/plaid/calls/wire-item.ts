import { randomUUID } from 'node:crypto';
import type {
  AccountBase,
  ItemWithConsentFields,
  PlaidError,
  Products,
  Item as SdkItem,
  Transaction,
} from 'plaid';
import { institutionById } from '../institutions/institutions.ts';
import { merchantLogoUrl } from '../institutions/logos.ts';
import { deriveId } from '../items/ids.ts';
import type { Item, ItemAccount } from '../items/item.ts';
import type { LedgerRow } from '../items/ledger.ts';
import { wireCategory } from '../products/categories.ts';
import { currencyFields, toMajor } from '../products/currency.ts';
import { errorObject } from './errors.ts';
import type { Wire } from './wire.ts';

/** How transactions are returned. */
export interface TransactionOptions {
  withOriginalDescription: boolean;
  categoryVersion: 'v1' | 'v2';
  /** The origin that serves merchant logos. Without it, transactions have no logos. */
  logoOrigin?: string;
}

/** Creates a `request_id` of 15 characters. */
export function newRequestId(): string {
  return deriveId(randomUUID()).slice(0, 15);
}

export function wireAccount(account: ItemAccount): Wire<AccountBase> {
  const { bankAccount } = account;
  return {
    account_id: account.accountId,
    balances: {
      available: account.available,
      current: account.current,
      limit: account.limit,
      ...currencyFields(bankAccount.currency),
    },
    mask: bankAccount.mask,
    name: bankAccount.name,
    official_name: bankAccount.officialName,
    type: bankAccount.type,
    // The aggregator's list of subtypes grows between versions, and a `user_custom` may use any.
    subtype: bankAccount.subtype as Wire<AccountBase>['subtype'],
    holder_category: 'personal',
  };
}

/** Returns the item's error while it cannot be read, otherwise null. */
export function itemError(item: Item): Wire<PlaidError> | null {
  switch (item.record.state) {
    case 'login_required':
      return errorObject('ITEM_LOGIN_REQUIRED', LOGIN_REQUIRED_MESSAGE);
    case 'revoked':
      return errorObject('USER_PERMISSION_REVOKED', REVOKED_MESSAGE);
    default:
      return null;
  }
}

export const LOGIN_REQUIRED_MESSAGE =
  "the login details of this item have changed (credentials, MFA, or required user action) and a user login is required to update this information. use Link's update mode to restore the item to a good state";
export const REVOKED_MESSAGE =
  'the holder of this account has revoked their permission for your application to access it';

export function wireItem(item: Item): Wire<SdkItem> {
  const { record } = item;
  // Products are stored as the caller named them.
  const products = record.products as Wire<Products>[];
  const institution = institutionById(record.institutionId);
  const availableProducts = institution.products.filter(
    (product) => !record.products.includes(product),
  );
  return {
    item_id: record.itemId,
    institution_id: record.institutionId,
    institution_name: institution.name,
    webhook: record.webhook,
    auth_method: null,
    error: itemError(item),
    available_products: availableProducts,
    billed_products: products,
    products,
    consented_products: (record.consentedProducts as Wire<Products>[] | undefined) ?? products,
    consent_expiration_time: null,
    update_type: 'background',
  };
}

export function wireItemWithConsent(item: Item): Wire<ItemWithConsentFields> {
  return {
    ...wireItem(item),
    created_at: item.record.createdAt,
    consented_use_cases: [],
    consented_data_scopes: [],
  };
}

const NO_LOCATION: Wire<Transaction['location']> = {
  address: null,
  city: null,
  region: null,
  postal_code: null,
  country: null,
  lat: null,
  lon: null,
  store_number: null,
};

const NO_PAYMENT: Wire<Transaction['payment_meta']> = {
  reference_number: null,
  ppd_id: null,
  payee: null,
  by_order_of: null,
  payer: null,
  payment_method: null,
  payment_processor: null,
  reason: null,
};

export function wireTransaction(row: LedgerRow, options: TransactionOptions): Wire<Transaction> {
  const { held: transaction } = row;
  const category =
    transaction.category === null
      ? null
      : wireCategory(transaction.category, transaction.guessed === true, options.categoryVersion);
  const { logoOrigin } = options;
  const logo = logoOrigin === undefined ? null : merchantLogoUrl(logoOrigin, transaction.website);
  const merchantId =
    transaction.merchantName === null ? null : deriveId('merchant', transaction.merchantName);
  return {
    account_id: row.accountId,
    transaction_id: row.id,
    pending_transaction_id: row.pendingId,
    amount: toMajor(transaction.amount, transaction.currency),
    ...currencyFields(transaction.currency),
    date: transaction.date,
    datetime: null,
    authorized_date: transaction.authorizedDate,
    authorized_datetime: null,
    name: transaction.name,
    merchant_name: transaction.merchantName,
    merchant_entity_id: merchantId,
    ...(options.withOriginalDescription
      ? { original_description: transaction.originalDescription }
      : {}),
    logo_url: logo,
    website: transaction.website,
    pending: transaction.pending,
    payment_channel: transaction.paymentChannel,
    personal_finance_category: category,
    ...(category === null
      ? {}
      : {
          personal_finance_category_icon_url: `https://plaid-category-icons.plaid.com/PFC_${category.primary}.png`,
        }),
    counterparties: counterpartiesOf(transaction, merchantId, logo),
    location: NO_LOCATION,
    payment_meta: NO_PAYMENT,
    account_owner: null,
    transaction_code: null,
    check_number: null,
  };
}

function counterpartiesOf(
  { merchantName: name, website }: LedgerRow['held'],
  entityId: string | null,
  logo: string | null,
) {
  if (name === null) return [];
  return [
    {
      name,
      type: 'merchant' as const,
      entity_id: entityId,
      website,
      logo_url: logo,
      confidence_level: 'VERY_HIGH',
    },
  ];
}
