/**
 * The category taxonomy: the union of the aggregator's two published taxonomies (personal finance categories
 * v1 and v2). Pure data without the schema library, so that the browser can import it.
 *
 * Keys are lower snake case: the group's key, an underscore, and the member's suffix. The set is open: an unknown
 * key falls back to its group, an unknown group to `other`.
 */

/** A category group. `members` maps key suffixes to labels. Icons are in category-icons.ts. */
export interface CategoryGroup {
  readonly key: string;
  readonly label: string;
  readonly members: Readonly<Record<string, string>>;
}

/** A category. */
export interface Category {
  readonly key: string;
  readonly label: string;
  readonly group: CategoryGroup;
}

export const categoryGroups: readonly CategoryGroup[] = [
  {
    key: 'income',
    label: 'Income',
    members: {
      wages: 'Wages',
      dividends: 'Dividends',
      interest_earned: 'Interest earned',
      retirement_pension: 'Retirement pension',
      tax_refund: 'Tax refund',
      unemployment: 'Unemployment',
      child_support: 'Child support',
      contractor: 'Contractor income',
      gig_economy: 'Gig work',
      long_term_disability: 'Long-term disability',
      military: 'Military pay',
      rental: 'Rental income',
      other_income: 'Other income',
    },
  },
  {
    key: 'loan_disbursements',
    label: 'Loan disbursements',
    members: {
      auto: 'Car loan received',
      bnpl: 'Pay-later loan received',
      ewa: 'Wage advance received',
      mortgage: 'Mortgage received',
      personal: 'Personal loan received',
      student: 'Student loan received',
      cash_advances: 'Cash advance received',
    },
  },
  {
    key: 'transfer_in',
    label: 'Transfer in',
    members: {
      cash_advances_and_loans: 'Cash advances and loans',
      deposit: 'Deposit',
      investment_and_retirement_funds: 'From investment and retirement funds',
      savings: 'From savings',
      account_transfer: 'Account transfer in',
      transfer_in_from_apps: 'From payment apps',
      wire: 'Wire in',
      other_transfer_in: 'Other transfer in',
    },
  },
  {
    key: 'transfer_out',
    label: 'Transfer out',
    members: {
      investment_and_retirement_funds: 'To investment and retirement funds',
      savings: 'To savings',
      withdrawal: 'Withdrawal',
      account_transfer: 'Account transfer out',
      crypto: 'To crypto',
      transfer_out_from_apps: 'To payment apps',
      wire: 'Wire out',
      other_transfer_out: 'Other transfer out',
    },
  },
  {
    key: 'loan_payments',
    label: 'Loan payments',
    members: {
      car_payment: 'Car payment',
      credit_card_payment: 'Credit card payment',
      personal_loan_payment: 'Personal loan payment',
      mortgage_payment: 'Mortgage payment',
      student_loan_payment: 'Student loan payment',
      bnpl: 'Pay-later payment',
      cash_advances: 'Cash advance payment',
      ewa: 'Wage advance repayment',
      other_payment: 'Other loan payment',
    },
  },
  {
    key: 'bank_fees',
    label: 'Bank fees',
    members: {
      atm_fees: 'ATM fees',
      foreign_transaction_fees: 'Foreign transaction fees',
      insufficient_funds: 'Insufficient funds',
      interest_charge: 'Interest charge',
      overdraft_fees: 'Overdraft fees',
      cash_advance: 'Cash advance fees',
      late_fees: 'Late fees',
      other_bank_fees: 'Other bank fees',
    },
  },
  {
    key: 'entertainment',
    label: 'Entertainment',
    members: {
      casinos_and_gambling: 'Casinos and gambling',
      music_and_audio: 'Music and audio',
      sporting_events_amusement_parks_and_museums: 'Sporting events, amusement parks and museums',
      tv_and_movies: 'TV and movies',
      video_games: 'Video games',
      other_entertainment: 'Other entertainment',
    },
  },
  {
    key: 'food_and_drink',
    label: 'Food and drink',
    members: {
      beer_wine_and_liquor: 'Beer, wine and liquor',
      coffee: 'Coffee',
      fast_food: 'Fast food',
      groceries: 'Groceries',
      restaurant: 'Restaurant',
      vending_machines: 'Vending machines',
      other_food_and_drink: 'Other food and drink',
    },
  },
  {
    key: 'general_merchandise',
    label: 'General merchandise',
    members: {
      bookstores_and_newsstands: 'Bookstores and newsstands',
      clothing_and_accessories: 'Clothing and accessories',
      convenience_stores: 'Convenience stores',
      department_stores: 'Department stores',
      discount_stores: 'Discount stores',
      electronics: 'Electronics',
      gifts_and_novelties: 'Gifts and novelties',
      office_supplies: 'Office supplies',
      online_marketplaces: 'Online marketplaces',
      pet_supplies: 'Pet supplies',
      sporting_goods: 'Sporting goods',
      superstores: 'Superstores',
      tobacco_and_vape: 'Tobacco and vape',
      other_general_merchandise: 'Other general merchandise',
    },
  },
  {
    key: 'home_improvement',
    label: 'Home improvement',
    members: {
      furniture: 'Furniture',
      hardware: 'Hardware',
      repair_and_maintenance: 'Repair and maintenance',
      security: 'Security',
      other_home_improvement: 'Other home improvement',
    },
  },
  {
    key: 'medical',
    label: 'Medical',
    members: {
      dental_care: 'Dental care',
      eye_care: 'Eye care',
      nursing_care: 'Nursing care',
      pharmacies_and_supplements: 'Pharmacies and supplements',
      primary_care: 'Primary care',
      veterinary_services: 'Veterinary services',
      other_medical: 'Other medical',
    },
  },
  {
    key: 'personal_care',
    label: 'Personal care',
    members: {
      gyms_and_fitness_centers: 'Gyms and fitness centers',
      hair_and_beauty: 'Hair and beauty',
      laundry_and_dry_cleaning: 'Laundry and dry cleaning',
      other_personal_care: 'Other personal care',
    },
  },
  {
    key: 'general_services',
    label: 'General services',
    members: {
      accounting_and_financial_planning: 'Accounting and financial planning',
      automotive: 'Automotive',
      childcare: 'Childcare',
      consulting_and_legal: 'Consulting and legal',
      education: 'Education',
      insurance: 'Insurance',
      postage_and_shipping: 'Postage and shipping',
      storage: 'Storage',
      other_general_services: 'Other general services',
    },
  },
  {
    key: 'government_and_non_profit',
    label: 'Government and non-profit',
    members: {
      donations: 'Donations',
      government_departments_and_agencies: 'Government departments and agencies',
      tax_payment: 'Tax payment',
      other_government_and_non_profit: 'Other government and non-profit',
    },
  },
  {
    key: 'transportation',
    label: 'Transportation',
    members: {
      bikes_and_scooters: 'Bikes and scooters',
      gas: 'Gas',
      parking: 'Parking',
      public_transit: 'Public transit',
      taxis_and_ride_shares: 'Taxis and ride shares',
      tolls: 'Tolls',
      other_transportation: 'Other transportation',
    },
  },
  {
    key: 'travel',
    label: 'Travel',
    members: {
      flights: 'Flights',
      lodging: 'Lodging',
      rental_cars: 'Rental cars',
      other_travel: 'Other travel',
    },
  },
  {
    key: 'rent_and_utilities',
    label: 'Rent and utilities',
    members: {
      gas_and_electricity: 'Gas and electricity',
      internet_and_cable: 'Internet and cable',
      rent: 'Rent',
      sewage_and_waste_management: 'Sewage and waste management',
      telephone: 'Telephone',
      water: 'Water',
      other_utilities: 'Other utilities',
    },
  },
  { key: 'other', label: 'Other', members: { other: 'Other' } },
];

/** Keys of the second taxonomy mapped to the equivalent keys of the first, which are used everywhere. */
export const categoryAliases: Readonly<Record<string, string>> = {
  income_salary: 'income_wages',
  income_other: 'income_other_income',
  loan_disbursements_other_disbursement: 'transfer_in_cash_advances_and_loans',
};

/** All known categories by key. */
export const categories: ReadonlyMap<string, Category> = new Map(
  categoryGroups.flatMap((group) =>
    Object.entries(group.members).map(([suffix, label]) => {
      const key = `${group.key}_${suffix}`;
      return [key, { key, label, group }] as const;
    }),
  ),
);

const groupsByKey: ReadonlyMap<string, CategoryGroup> = new Map(
  categoryGroups.map((group) => [group.key, group]),
);

/** Normalizes a provider's category key: lower case, aliases resolved. */
export function canonicalCategory(key: string): string {
  const lower = key.toLowerCase();
  // Own keys only: a client may send 'constructor'.
  return (Object.hasOwn(categoryAliases, lower) ? categoryAliases[lower] : undefined) ?? lower;
}

/**
 * Returns the key of a category's group. An unknown key belongs to the group whose key is its prefix, otherwise
 * to the provider's `primary` group, otherwise to `other`.
 */
export function categoryGroupKey(key: string, primary?: string): string {
  const canonical = canonicalCategory(key);
  const category = categories.get(canonical);
  if (category) return category.group.key;
  if (groupsByKey.has(canonical)) return canonical;
  const prefix = categoryGroups.find((group) => canonical.startsWith(`${group.key}_`));
  if (prefix) return prefix.key;
  const fallback = primary?.toLowerCase();
  return fallback !== undefined && groupsByKey.has(fallback) ? fallback : 'other';
}

/** Returns the label of a category or group. For an unknown key, it is derived from the key. */
export function categoryLabel(key: string): string {
  const canonical = canonicalCategory(key);
  const label = categories.get(canonical)?.label ?? groupsByKey.get(canonical)?.label;
  if (label) return label;
  const text = canonical.replaceAll('_', ' ').trim();
  return text === '' ? 'Other' : text.charAt(0).toUpperCase() + text.slice(1);
}
