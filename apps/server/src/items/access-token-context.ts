/** The sealing context that binds an access token of the aggregator to its user and item. */
export const accessTokenContext = (userId: string, itemId: string): string => `${userId}/${itemId}`;
