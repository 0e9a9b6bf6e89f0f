/** The sentences of the list of transactions; they arrive with it. */
export const activityStrings = {
  activityReceived: (what: string) => `Received ${what}`,
  activityGave: (what: string) => `Sent ${what}`,
  activityTraded: (given: string, taken: string) => `Traded ${given} for ${taken}`,
  activityMinted: (what: string) => `Minted ${what}`,
  activityBurned: (what: string) => `Burned ${what}`,
  activityVerbs: { received: 'Received', sent: 'Sent', traded: 'Traded', minted: 'Minted', burned: 'Burned' },
  activityApproved: 'Approval',
  activityDeployed: 'Contract deployed',
  activityOther: 'Transaction',
  activityMany: (what: string, more: number) => `${what} and ${more} more`,
  activityFrom: (sender: string) => `From ${sender}`,
  historyFailed: 'Failed to fetch transactions',
  historyFailedText:
    'Nothing about this account has changed; only the service that lists its transactions did not answer.',
  loadMore: 'Load more',
}

/** The sentences of the list of transactions. */
export type ActivityStrings = typeof activityStrings
