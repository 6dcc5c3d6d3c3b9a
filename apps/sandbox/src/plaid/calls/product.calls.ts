import type { InvestmentsHoldingsGetResponse, LiabilitiesGetResponse } from 'plaid';
import { institutionById, type SandboxProduct } from '../institutions/institutions.ts';
import type { Item, ItemAccount } from '../items/item.ts';
import type { Aggregator, DefineCall } from '../plaid.plugin.ts';
import { describeHoldings } from '../products/holdings.ts';
import { describeLiabilities } from '../products/liabilities.ts';
import { requestedAccounts } from './account.calls.ts';
import { type Body, readObject, readStrings } from './body-fields.ts';
import { PlaidApiError } from './errors.ts';
import { findUsableItem } from './usable-item.ts';
import type { WireResponse } from './wire.ts';
import { wireAccount, wireItem } from './wire-item.ts';

/** The response as in the published API description. Newer SDK types add a field to securities. */
type HoldingsResponse = Omit<WireResponse<InvestmentsHoldingsGetResponse>, 'securities'> &
  Pick<ReturnType<typeof describeHoldings>, 'securities'>;

/** /liabilities/get and /investments/holdings/get. */
export function productCalls(call: DefineCall, aggregator: Aggregator): void {
  const fields = { required: ['access_token'], optional: ['options'] };

  call('/liabilities/get', fields, (body): WireResponse<LiabilitiesGetResponse> => {
    const item = itemWithProduct(aggregator, body, 'liabilities', '/liabilities/get');
    const accounts = accountsFor(item, body);
    if (!accounts.some(({ bankAccount }) => bankAccount.debt !== null)) {
      throw new PlaidApiError(
        'NO_LIABILITY_ACCOUNTS',
        'there are no valid liability-related account(s) associated with this Item',
      );
    }
    addProduct(aggregator, item, 'liabilities');
    return {
      accounts: accounts.map(wireAccount),
      item: wireItem(item),
      liabilities: describeLiabilities(accounts),
    };
  });

  call('/investments/holdings/get', fields, (body): HoldingsResponse => {
    const item = itemWithProduct(aggregator, body, 'investments', '/investments/holdings/get');
    const accounts = accountsFor(item, body).filter(
      ({ bankAccount }) => bankAccount.type === 'investment',
    );
    if (accounts.length === 0) {
      throw new PlaidApiError(
        'NO_INVESTMENT_ACCOUNTS',
        'there are no valid investment account(s) associated with this Item',
      );
    }
    addProduct(aggregator, item, 'investments');
    return {
      accounts: accounts.map(wireInvestmentAccount),
      item: wireItem(item),
      ...describeHoldings(accounts, item.today(aggregator.context.clock)),
    };
  });
}

/**
 * Returns the item if its bank supports the product and the user has consented to it. Throws PRODUCTS_NOT_SUPPORTED,
 * ADDITIONAL_CONSENT_REQUIRED, or PRODUCT_NOT_READY if that fault is active.
 */
function itemWithProduct(
  { context, registry }: Aggregator,
  body: Body,
  product: SandboxProduct,
  path: string,
): Item {
  const item = findUsableItem(body, registry);
  const { institutionId, consentedProducts } = item.record;
  if (!institutionById(institutionId).products.includes(product)) {
    throw new PlaidApiError(
      'PRODUCTS_NOT_SUPPORTED',
      `the following products are not supported by this institution: ["${product}"]`,
    );
  }
  if (consentedProducts?.includes(product) === false) {
    throw new PlaidApiError(
      'ADDITIONAL_CONSENT_REQUIRED',
      `client does not have user consent to access the ${product} product`,
    );
  }
  if (context.faults.consumeMatching('plaid', path, ['not_ready']) !== null) {
    throw new PlaidApiError(
      'PRODUCT_NOT_READY',
      'the requested product is not yet ready. please provide a webhook or try the request again later',
    );
  }
  return item;
}

const accountsFor = (item: Item, body: Body): ItemAccount[] =>
  requestedAccounts(item, readStrings(readObject(body, 'options'), 'account_ids'));

function wireInvestmentAccount(account: ItemAccount) {
  const { balances, ...fields } = wireAccount(account);
  return { ...fields, balances: { ...balances, margin_loan_amount: null } };
}

/** Adds a product to the item. As at the real aggregator, the first request for a product does this. */
function addProduct({ context }: Aggregator, { record }: Item, product: SandboxProduct): void {
  if (record.products.includes(product)) return;
  record.products = [...record.products, product];
  context.stateFile.saveSoon();
}
