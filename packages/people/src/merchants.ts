import type { Category } from './categories.ts';
import type { LifeTransaction } from './life.ts';

/** A made-up place to spend money. No name here is meant to be that of a real company. */
export interface Merchant {
  name: string;
  /** What the card statement says. */
  descriptor: string;
  category: Category;
  /** Minor units: the least, the usual and the most that one visit costs. */
  prices: readonly [number, number, number];
  channel: LifeTransaction['paymentChannel'];
  website: string | null;
}

/** A place one walks into. */
export function shop(
  name: string,
  category: Category,
  prices: Merchant['prices'],
  website: string | null = null,
): Merchant {
  const descriptor = `${name.toUpperCase()} #${1000 + ((name.length * 379) % 9000)} ALDER FALLS`;
  return { name, descriptor, category, prices, channel: 'in store', website };
}

/** A place on the web. */
export function webShop(
  name: string,
  category: Category,
  prices: Merchant['prices'],
  website: string,
): Merchant {
  const descriptor = `WEB*${name.toUpperCase()} ${website.toUpperCase()}`;
  return { name, descriptor, category, prices, channel: 'online', website };
}

export const groceries: readonly Merchant[] = [
  shop(
    'Thistle & Rye Market',
    'FOOD_AND_DRINK_GROCERIES',
    [2400, 8800, 16400],
    'thistleandrye.example',
  ),
  shop('Fennimore Foods', 'FOOD_AND_DRINK_GROCERIES', [1900, 7200, 14900], 'fennimore.example'),
  shop('Gable Street Grocer', 'FOOD_AND_DRINK_GROCERIES', [900, 3900, 8800]),
  shop('Oakwater Co-op', 'FOOD_AND_DRINK_GROCERIES', [1500, 6100, 11900], 'oakwater.example'),
  shop('Little Orchard Produce', 'FOOD_AND_DRINK_GROCERIES', [700, 2600, 5400]),
];

export const warehouses: readonly Merchant[] = [
  shop(
    'Bulkhaven Warehouse',
    'GENERAL_MERCHANDISE_SUPERSTORES',
    [5200, 11800, 21900],
    'bulkhaven.example',
  ),
  shop(
    'Hometown Superstore',
    'GENERAL_MERCHANDISE_SUPERSTORES',
    [1800, 5400, 12700],
    'hometownsuper.example',
  ),
];

export const restaurants: readonly Merchant[] = [
  shop(
    'Saffron Lantern',
    'FOOD_AND_DRINK_RESTAURANT',
    [3400, 6200, 10800],
    'saffronlantern.example',
  ),
  shop('Noodle Assembly', 'FOOD_AND_DRINK_RESTAURANT', [2200, 3900, 6400]),
  shop('Trattoria Belmira', 'FOOD_AND_DRINK_RESTAURANT', [4200, 7300, 12900], 'belmira.example'),
  shop("Mabel's Kitchen", 'FOOD_AND_DRINK_RESTAURANT', [2400, 4100, 7200]),
  shop('Casa Piloncillo', 'FOOD_AND_DRINK_RESTAURANT', [2800, 4900, 8300]),
  shop('The "Salted" Fig', 'FOOD_AND_DRINK_RESTAURANT', [3600, 6600, 11500], 'saltedfig.example'),
];

export const fastFood: readonly Merchant[] = [
  shop('Quickwok', 'FOOD_AND_DRINK_FAST_FOOD', [1100, 1750, 2900], 'quickwok.example'),
  shop('Burger Dory', 'FOOD_AND_DRINK_FAST_FOOD', [980, 1620, 2700], 'burgerdory.example'),
  shop('Taco Meridian', 'FOOD_AND_DRINK_FAST_FOOD', [890, 1480, 2600]),
];

export const coffee: readonly Merchant[] = [
  shop('Harbor Bean', 'FOOD_AND_DRINK_COFFEE', [375, 585, 1140], 'harborbean.example'),
  shop('Kettle & Crane', 'FOOD_AND_DRINK_COFFEE', [425, 640, 1290]),
  shop('Morning Ledger Coffee', 'FOOD_AND_DRINK_COFFEE', [395, 560, 980], 'morningledger.example'),
];

export const bars: readonly Merchant[] = [
  shop('Foxglove Taproom', 'FOOD_AND_DRINK_BEER_WINE_AND_LIQUOR', [1400, 2900, 5800]),
  shop(
    'Cellar No. 9',
    'FOOD_AND_DRINK_BEER_WINE_AND_LIQUOR',
    [1600, 3200, 7400],
    'cellarno9.example',
  ),
];

export const fuel: readonly Merchant[] = [
  shop('Pinto Fuel', 'TRANSPORTATION_GAS', [2900, 4300, 6100]),
  shop('Redrock Gas', 'TRANSPORTATION_GAS', [2700, 4100, 5900]),
];

export const gettingAround: readonly Merchant[] = [
  webShop(
    'Hopalong Rides',
    'TRANSPORTATION_TAXIS_AND_RIDE_SHARES',
    [890, 1640, 3900],
    'hopalong.example',
  ),
  shop('Alder Falls Parking', 'TRANSPORTATION_PARKING', [200, 600, 1800]),
  shop('Valley Toll Road', 'TRANSPORTATION_TOLLS', [150, 425, 900]),
];

export const transit: readonly Merchant[] = [
  shop(
    'Alder Falls Transit',
    'TRANSPORTATION_PUBLIC_TRANSIT',
    [550, 550, 550],
    'aftransit.example',
  ),
];

export const onlineShops: readonly Merchant[] = [
  webShop(
    'Parcelwise',
    'GENERAL_MERCHANDISE_ONLINE_MARKETPLACES',
    [900, 3200, 11900],
    'parcelwise.example',
  ),
  webShop(
    'Parcelwise',
    'GENERAL_MERCHANDISE_ONLINE_MARKETPLACES',
    [700, 2400, 7900],
    'parcelwise.example',
  ),
  webShop(
    'Tinker & Tote',
    'GENERAL_MERCHANDISE_OTHER_GENERAL_MERCHANDISE',
    [1400, 3800, 8900],
    'tinkertote.example',
  ),
];

export const shops: readonly Merchant[] = [
  shop(
    'Wren & Willow Clothing',
    'GENERAL_MERCHANDISE_CLOTHING_AND_ACCESSORIES',
    [2900, 6900, 15900],
    'wrenwillow.example',
  ),
  shop('Dog-Eared Books', 'GENERAL_MERCHANDISE_BOOKSTORES_AND_NEWSSTANDS', [900, 2300, 5100]),
  shop('Paws & Co', 'GENERAL_MERCHANDISE_PET_SUPPLIES', [1800, 4600, 8900], 'pawsandco.example'),
  shop(
    'Summit & Creek Outfitters',
    'GENERAL_MERCHANDISE_SPORTING_GOODS',
    [1900, 5900, 14900],
    'summitcreek.example',
  ),
  shop('Juniper Gifts', 'GENERAL_MERCHANDISE_GIFTS_AND_NOVELTIES', [1200, 2900, 6400]),
  webShop(
    'Voltmeadow',
    'GENERAL_MERCHANDISE_ELECTRONICS',
    [2400, 7900, 21900],
    'voltmeadow.example',
  ),
];

export const home: readonly Merchant[] = [
  shop(
    'Plumb & Level Hardware',
    'HOME_IMPROVEMENT_HARDWARE',
    [1100, 4200, 13900],
    'plumblevel.example',
  ),
  shop('Fernhill Garden Center', 'HOME_IMPROVEMENT_OTHER_HOME_IMPROVEMENT', [1500, 3900, 9900]),
];

export const health: readonly Merchant[] = [
  shop(
    'Goldenrod Pharmacy',
    'MEDICAL_PHARMACIES_AND_SUPPLEMENTS',
    [700, 2100, 5600],
    'goldenrodrx.example',
  ),
  shop(
    'Goldenrod Pharmacy',
    'MEDICAL_PHARMACIES_AND_SUPPLEMENTS',
    [900, 1800, 4200],
    'goldenrodrx.example',
  ),
  shop('Riverside Family Clinic', 'MEDICAL_PRIMARY_CARE', [2500, 4000, 9000]),
];

export const personalCare: readonly Merchant[] = [
  shop('Shear Delight', 'PERSONAL_CARE_HAIR_AND_BEAUTY', [3200, 5400, 9800]),
  shop('Pressed & Proper', 'PERSONAL_CARE_LAUNDRY_AND_DRY_CLEANING', [1400, 2600, 4800]),
];

export const outings: readonly Merchant[] = [
  shop(
    'Orpheum Cinema',
    'ENTERTAINMENT_TV_AND_MOVIES',
    [1400, 2800, 5200],
    'orpheumcinema.example',
  ),
  shop(
    'Alder Falls Science Museum',
    'ENTERTAINMENT_SPORTING_EVENTS_AMUSEMENT_PARKS_AND_MUSEUMS',
    [1800, 3600, 6400],
  ),
  webShop(
    'Stagedoor Tickets',
    'ENTERTAINMENT_OTHER_ENTERTAINMENT',
    [3900, 7800, 16800],
    'stagedoor.example',
  ),
];

export const euroShops: readonly Merchant[] = [
  webShop(
    'Papeterie Lune',
    'GENERAL_MERCHANDISE_OFFICE_SUPPLIES',
    [2900, 5400, 9800],
    'papeterielune.example',
  ),
  webShop(
    'Töpferei Morgenrot',
    'GENERAL_MERCHANDISE_GIFTS_AND_NOVELTIES',
    [3400, 6800, 11900],
    'morgenrot.example',
  ),
];

export const travel: readonly Merchant[] = [
  webShop('Skylark Airways', 'TRAVEL_FLIGHTS', [24900, 38900, 59900], 'skylark.example'),
  webShop('Pinecrest Lodge', 'TRAVEL_LODGING', [22900, 36900, 54900], 'pinecrestlodge.example'),
];

/** What breaks, aches or has to be seen to now and then. */
export const oneOffs: readonly Merchant[] = [
  shop('Halloran Auto Service', 'GENERAL_SERVICES_AUTOMOTIVE', [6900, 18900, 49900]),
  shop(
    'Brightside Dental',
    'MEDICAL_DENTAL_CARE',
    [4500, 11900, 28900],
    'brightsidedental.example',
  ),
  shop('Clover Hill Veterinary', 'MEDICAL_VETERINARY_SERVICES', [6500, 12900, 31900]),
  shop('Clearwater Optical', 'MEDICAL_EYE_CARE', [4900, 13900, 28900]),
];
