/** How a logo looks: a Lucide icon, white on a color, or colored on white. */
export interface LogoDesign {
  icon: string;
  color: `#${string}`;
  onWhite?: boolean;
}

/** The logos of fictional merchants and banks, by their website. */
export const logoDesigns: Readonly<Record<string, LogoDesign>> = {
  // Food and drink
  'belmira.example': { icon: 'pizza', color: '#b3261e' },
  'burgerdory.example': { icon: 'hamburger', color: '#d97706' },
  'cellarno9.example': { icon: 'wine', color: '#6d1a36' },
  'fennimore.example': { icon: 'shopping-basket', color: '#15803d', onWhite: true },
  'harborbean.example': { icon: 'anchor', color: '#1e3a5f' },
  'morningledger.example': { icon: 'sunrise', color: '#b45309', onWhite: true },
  'oakwater.example': { icon: 'trees', color: '#166534' },
  'quickwok.example': { icon: 'soup', color: '#dc2626' },
  'rootsandradish.example': { icon: 'carrot', color: '#be185d', onWhite: true },
  'saffronlantern.example': { icon: 'lamp', color: '#c2700a' },
  'saltedfig.example': { icon: 'cherry', color: '#581c87' },
  'thistleandrye.example': { icon: 'wheat', color: '#a16207' },

  // Shopping
  'afcourier.example': { icon: 'newspaper', color: '#111827', onWhite: true },
  'bulkhaven.example': { icon: 'warehouse', color: '#1d4ed8' },
  'hometownsuper.example': { icon: 'store', color: '#dc2626', onWhite: true },
  'morgenrot.example': { icon: 'palette', color: '#c2410c' },
  'papeterielune.example': { icon: 'feather', color: '#4338ca', onWhite: true },
  'parcelwise.example': { icon: 'package-open', color: '#f97316' },
  'pawsandco.example': { icon: 'paw-print', color: '#0d9488' },
  'plumblevel.example': { icon: 'hammer', color: '#ca5a04' },
  'summitcreek.example': { icon: 'mountain', color: '#14532d' },
  'tinkertote.example': { icon: 'shopping-bag', color: '#9333ea', onWhite: true },
  'voltmeadow.example': { icon: 'zap', color: '#0f172a' },
  'wrenwillow.example': { icon: 'bird', color: '#57534e' },

  // Subscriptions and bills
  'aldervalleypower.example': { icon: 'lightbulb', color: '#eab308' },
  'bluefinch.example': { icon: 'smartphone', color: '#2563eb' },
  'cloudrow.example': { icon: 'server', color: '#0369a1' },
  'glyphsmith.example': { icon: 'type', color: '#18181b' },
  'greywater.example': { icon: 'house', color: '#475569' },
  'ironheron.example': { icon: 'dumbbell', color: '#18181b' },
  'larkfield.example': { icon: 'shield', color: '#1e40af' },
  'longtable.example': { icon: 'utensils', color: '#7c2d12', onWhite: true },
  'lumeo.example': { icon: 'tv', color: '#7c3aed' },
  'nimbaloft.example': { icon: 'cloud', color: '#0ea5e9', onWhite: true },
  'pixelbarn.example': { icon: 'gamepad-2', color: '#16a34a' },
  'skeinfiber.example': { icon: 'wifi', color: '#0f766e' },
  'tunewell.example': { icon: 'eighth-notes', color: '#e11d48' },

  // Going out, traveling, and services
  'aftransit.example': { icon: 'train-front', color: '#0284c7' },
  'brightsidedental.example': { icon: 'face-slightly-smiling', color: '#0891b2', onWhite: true },
  'goldenrodrx.example': { icon: 'flower-2', color: '#ca8a04' },
  'halfnote.example': { icon: 'piano', color: '#3730a3' },
  'hopalong.example': { icon: 'car', color: '#0a0a0a' },
  'orpheumcinema.example': { icon: 'clapperboard', color: '#991b1b' },
  'pinecrestlodge.example': { icon: 'tree-pine', color: '#365314' },
  'skylark.example': { icon: 'plane', color: '#0c4a6e' },
  'stagedoor.example': { icon: 'ticket', color: '#db2777' },

  // Banks, in the colors that the sandbox lists them with
  'brightwell-student-lending.example': { icon: 'graduation-cap', color: '#a21caf' },
  'copperfield-credit-union.example': { icon: 'layers', color: '#b45309' },
  'granite-peak-brokerage.example': { icon: 'mountain-snow', color: '#44403c' },
  'harbor-savings.example': { icon: 'sailboat', color: '#0f766e' },
  'juniper-federal.example': { icon: 'sprout', color: '#15803d' },
  'larkspur-bank.example': { icon: 'flower', color: '#4338ca' },
  'meridian-sons.example': { icon: 'landmark', color: '#9f1239' },
  'northgate-trust.example': { icon: 'key-round', color: '#1d4ed8' },
  'old-orchard-bank.example': { icon: 'tree-deciduous', color: '#4d7c0f' },
  'quillon-investments.example': { icon: 'trending-up', color: '#6d28d9' },
  'saltmarsh-card-services.example': { icon: 'credit-card', color: '#0369a1' },
  'tidewater-mutual.example': { icon: 'waves-horizontal', color: '#0e7490' },
};
