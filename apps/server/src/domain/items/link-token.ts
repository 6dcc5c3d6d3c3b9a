import type { LinkToken } from '@cairn/contract/linking';
import type { Static } from 'typebox';

/** Converts an item to its API form. */
export const toLinkToken = (item: {
  id: string;
  provider_item_id: string;
  institution_name: string;
  created_at: Date;
  disambiguation_label: string | null;
}): Static<typeof LinkToken> => ({
  id: item.id,
  item_id: item.provider_item_id,
  item_details: {
    institution_name: item.institution_name,
    created_at: item.created_at.toISOString(),
    disambiguation_label: item.disambiguation_label,
  },
});
