import type { Category } from './categories.ts';
import type { LifeTransaction } from './life.ts';

/** A fictional merchant. No name is meant to match a real company. */
export interface Merchant {
  name: string;
  /** The text on the card statement. */
  descriptor: string;
  category: Category;
  /** The lowest, typical, and highest price of a purchase, in minor units. */
  prices: readonly [number, number, number];
  channel: LifeTransaction['paymentChannel'];
  website: string | null;
}

/** A merchant with a physical store. */
export function storeMerchant(
  name: string,
  category: Category,
  prices: Merchant['prices'],
  website: string | null = null,
): Merchant {
  const descriptor = `${name.toUpperCase()} #${1000 + ((name.length * 379) % 9000)} ALDER FALLS`;
  return { name, descriptor, category, prices, channel: 'in store', website };
}

/** An online merchant. */
export function onlineMerchant(
  name: string,
  category: Category,
  prices: Merchant['prices'],
  website: string,
): Merchant {
  const descriptor = `WEB*${name.toUpperCase()} ${website.toUpperCase()}`;
  return { name, descriptor, category, prices, channel: 'online', website };
}

export const groceries: readonly Merchant[] = [
  storeMerchant(
    'Thistle & Rye Market',
    'FOOD_AND_DRINK_GROCERIES',
    [2400, 8800, 16400],
    'thistleandrye.example',
  ),
  storeMerchant(
    'Fennimore Foods',
    'FOOD_AND_DRINK_GROCERIES',
    [1900, 7200, 14900],
    'fennimore.example',
  ),
  storeMerchant('Gable Street Grocer', 'FOOD_AND_DRINK_GROCERIES', [900, 3900, 8800]),
  storeMerchant(
    'Oakwater Co-op',
    'FOOD_AND_DRINK_GROCERIES',
    [1500, 6100, 11900],
    'oakwater.example',
  ),
  storeMerchant('Little Orchard Produce', 'FOOD_AND_DRINK_GROCERIES', [700, 2600, 5400]),
];

export const superstores: readonly Merchant[] = [
  storeMerchant(
    'Bulkhaven Warehouse',
    'GENERAL_MERCHANDISE_SUPERSTORES',
    [5200, 11800, 21900],
    'bulkhaven.example',
  ),
  storeMerchant(
    'Hometown Superstore',
    'GENERAL_MERCHANDISE_SUPERSTORES',
    [1800, 5400, 12700],
    'hometownsuper.example',
  ),
];

export const restaurants: readonly Merchant[] = [
  storeMerchant(
    'Saffron Lantern',
    'FOOD_AND_DRINK_RESTAURANT',
    [3400, 6200, 10800],
    'saffronlantern.example',
  ),
  storeMerchant('Noodle Assembly', 'FOOD_AND_DRINK_RESTAURANT', [2200, 3900, 6400]),
  storeMerchant(
    'Trattoria Belmira',
    'FOOD_AND_DRINK_RESTAURANT',
    [4200, 7300, 12900],
    'belmira.example',
  ),
  storeMerchant("Mabel's Kitchen", 'FOOD_AND_DRINK_RESTAURANT', [2400, 4100, 7200]),
  storeMerchant('Casa Piloncillo', 'FOOD_AND_DRINK_RESTAURANT', [2800, 4900, 8300]),
  storeMerchant(
    'The "Salted" Fig',
    'FOOD_AND_DRINK_RESTAURANT',
    [3600, 6600, 11500],
    'saltedfig.example',
  ),
];

export const fastFood: readonly Merchant[] = [
  storeMerchant('Quickwok', 'FOOD_AND_DRINK_FAST_FOOD', [1100, 1750, 2900], 'quickwok.example'),
  storeMerchant('Burger Dory', 'FOOD_AND_DRINK_FAST_FOOD', [980, 1620, 2700], 'burgerdory.example'),
  storeMerchant('Taco Meridian', 'FOOD_AND_DRINK_FAST_FOOD', [890, 1480, 2600]),
];

export const coffee: readonly Merchant[] = [
  storeMerchant('Harbor Bean', 'FOOD_AND_DRINK_COFFEE', [375, 585, 1140], 'harborbean.example'),
  storeMerchant('Kettle & Crane', 'FOOD_AND_DRINK_COFFEE', [425, 640, 1290]),
  storeMerchant(
    'Morning Ledger Coffee',
    'FOOD_AND_DRINK_COFFEE',
    [395, 560, 980],
    'morningledger.example',
  ),
];

export const bars: readonly Merchant[] = [
  storeMerchant('Foxglove Taproom', 'FOOD_AND_DRINK_BEER_WINE_AND_LIQUOR', [1400, 2900, 5800]),
  storeMerchant(
    'Cellar No. 9',
    'FOOD_AND_DRINK_BEER_WINE_AND_LIQUOR',
    [1600, 3200, 7400],
    'cellarno9.example',
  ),
];

export const fuel: readonly Merchant[] = [
  storeMerchant('Pinto Fuel', 'TRANSPORTATION_GAS', [2900, 4300, 6100]),
  storeMerchant('Redrock Gas', 'TRANSPORTATION_GAS', [2700, 4100, 5900]),
];

export const localTravel: readonly Merchant[] = [
  onlineMerchant(
    'Hopalong Rides',
    'TRANSPORTATION_TAXIS_AND_RIDE_SHARES',
    [890, 1640, 3900],
    'hopalong.example',
  ),
  storeMerchant('Alder Falls Parking', 'TRANSPORTATION_PARKING', [200, 600, 1800]),
  storeMerchant('Valley Toll Road', 'TRANSPORTATION_TOLLS', [150, 425, 900]),
];

export const transit: readonly Merchant[] = [
  storeMerchant(
    'Alder Falls Transit',
    'TRANSPORTATION_PUBLIC_TRANSIT',
    [550, 550, 550],
    'aftransit.example',
  ),
];

export const onlineStores: readonly Merchant[] = [
  onlineMerchant(
    'Parcelwise',
    'GENERAL_MERCHANDISE_ONLINE_MARKETPLACES',
    [900, 3200, 11900],
    'parcelwise.example',
  ),
  onlineMerchant(
    'Parcelwise',
    'GENERAL_MERCHANDISE_ONLINE_MARKETPLACES',
    [700, 2400, 7900],
    'parcelwise.example',
  ),
  onlineMerchant(
    'Tinker & Tote',
    'GENERAL_MERCHANDISE_OTHER_GENERAL_MERCHANDISE',
    [1400, 3800, 8900],
    'tinkertote.example',
  ),
];

export const retailStores: readonly Merchant[] = [
  storeMerchant(
    'Wren & Willow Clothing',
    'GENERAL_MERCHANDISE_CLOTHING_AND_ACCESSORIES',
    [2900, 6900, 15900],
    'wrenwillow.example',
  ),
  storeMerchant(
    'Dog-Eared Books',
    'GENERAL_MERCHANDISE_BOOKSTORES_AND_NEWSSTANDS',
    [900, 2300, 5100],
  ),
  storeMerchant(
    'Paws & Co',
    'GENERAL_MERCHANDISE_PET_SUPPLIES',
    [1800, 4600, 8900],
    'pawsandco.example',
  ),
  storeMerchant(
    'Summit & Creek Outfitters',
    'GENERAL_MERCHANDISE_SPORTING_GOODS',
    [1900, 5900, 14900],
    'summitcreek.example',
  ),
  storeMerchant('Juniper Gifts', 'GENERAL_MERCHANDISE_GIFTS_AND_NOVELTIES', [1200, 2900, 6400]),
  onlineMerchant(
    'Voltmeadow',
    'GENERAL_MERCHANDISE_ELECTRONICS',
    [2400, 7900, 21900],
    'voltmeadow.example',
  ),
];

export const home: readonly Merchant[] = [
  storeMerchant(
    'Plumb & Level Hardware',
    'HOME_IMPROVEMENT_HARDWARE',
    [1100, 4200, 13900],
    'plumblevel.example',
  ),
  storeMerchant(
    'Fernhill Garden Center',
    'HOME_IMPROVEMENT_OTHER_HOME_IMPROVEMENT',
    [1500, 3900, 9900],
  ),
];

export const health: readonly Merchant[] = [
  storeMerchant(
    'Goldenrod Pharmacy',
    'MEDICAL_PHARMACIES_AND_SUPPLEMENTS',
    [700, 2100, 5600],
    'goldenrodrx.example',
  ),
  storeMerchant(
    'Goldenrod Pharmacy',
    'MEDICAL_PHARMACIES_AND_SUPPLEMENTS',
    [900, 1800, 4200],
    'goldenrodrx.example',
  ),
  storeMerchant('Riverside Family Clinic', 'MEDICAL_PRIMARY_CARE', [2500, 4000, 9000]),
];

export const personalCare: readonly Merchant[] = [
  storeMerchant('Shear Delight', 'PERSONAL_CARE_HAIR_AND_BEAUTY', [3200, 5400, 9800]),
  storeMerchant('Pressed & Proper', 'PERSONAL_CARE_LAUNDRY_AND_DRY_CLEANING', [1400, 2600, 4800]),
];

export const entertainment: readonly Merchant[] = [
  storeMerchant(
    'Orpheum Cinema',
    'ENTERTAINMENT_TV_AND_MOVIES',
    [1400, 2800, 5200],
    'orpheumcinema.example',
  ),
  storeMerchant(
    'Alder Falls Science Museum',
    'ENTERTAINMENT_SPORTING_EVENTS_AMUSEMENT_PARKS_AND_MUSEUMS',
    [1800, 3600, 6400],
  ),
  onlineMerchant(
    'Stagedoor Tickets',
    'ENTERTAINMENT_OTHER_ENTERTAINMENT',
    [3900, 7800, 16800],
    'stagedoor.example',
  ),
];

export const euroStores: readonly Merchant[] = [
  onlineMerchant(
    'Papeterie Lune',
    'GENERAL_MERCHANDISE_OFFICE_SUPPLIES',
    [2900, 5400, 9800],
    'papeterielune.example',
  ),
  onlineMerchant(
    'Töpferei Morgenrot',
    'GENERAL_MERCHANDISE_GIFTS_AND_NOVELTIES',
    [3400, 6800, 11900],
    'morgenrot.example',
  ),
];

export const travel: readonly Merchant[] = [
  onlineMerchant('Skylark Airways', 'TRAVEL_FLIGHTS', [24900, 38900, 59900], 'skylark.example'),
  onlineMerchant(
    'Pinecrest Lodge',
    'TRAVEL_LODGING',
    [22900, 36900, 54900],
    'pinecrestlodge.example',
  ),
];

/** Occasional repairs and appointments. */
export const oneOffs: readonly Merchant[] = [
  storeMerchant('Halloran Auto Service', 'GENERAL_SERVICES_AUTOMOTIVE', [6900, 18900, 49900]),
  storeMerchant(
    'Brightside Dental',
    'MEDICAL_DENTAL_CARE',
    [4500, 11900, 28900],
    'brightsidedental.example',
  ),
  storeMerchant('Clover Hill Veterinary', 'MEDICAL_VETERINARY_SERVICES', [6500, 12900, 31900]),
  storeMerchant('Clearwater Optical', 'MEDICAL_EYE_CARE', [4900, 13900, 28900]),
];
