/** The sentences of one token; they arrive with its view. */
export const tokenStrings = {
  tokenPrice: 'Price',
  tokenShare: 'Share of the account',
  tokenContract: 'Contract',
  tokenAddress: 'Token address',
  tokenCoin: 'Coin of the network',
  tokenUnknown:
    'This service knows no price or picture of this token, and anyone can give a token any name. Compare its contract before you use it.',
  tokenGone: 'This token is no longer in the list.',
  tokenActivity: 'Activity',
  tokenNoActivity: 'Nothing was sent or received yet.',
  tokenNoActivityAmong: 'Nothing among the newest transactions.',
  tokenBySymbol: (symbol: string) => `These are all the tokens called ${symbol}: this service cannot tell them apart.`,
}

/** The sentences of one token. */
export type TokenStrings = typeof tokenStrings
