/** The sentences of collectibles; they arrive with their list. */
export const collectibleStrings = {
  noCollectiblesTitle: 'No NFTs yet',
  noCollectiblesText: (network: string) => `NFTs of this account on ${network} appear here.`,
  collectiblesBehindTitle: 'Still reading this network',
  collectiblesBehind: 'This service is still reading the network. Some NFTs may be missing.',
  collectiblesPartlyTitle: 'Some NFTs may be missing',
  collectiblesPartly: 'A service that lists NFTs did not answer. Some may be missing.',
  collectiblesFailedTitle: 'NFTs are not available now',
  collectiblesFailedText: 'Your NFTs are safe. The service that lists them did not answer.',
  collectiblesShowHidden: (count: number) => `Show ${count} that may be spam`,
  collectiblesHideAgain: 'Hide what may be spam',
  collectiblesMore: 'Load more',
  collectibleSpam: 'You did not ask for this, and it may be a scam. Do not open its links.',
  collectibleHave: 'You have',
  collectibleNumber: 'Number',
  collectibleContract: 'Contract',
  collectibleMint: 'Mint address',
  collectibleLocked: 'This kind of NFT cannot be sent from here. Use the app that it came from.',
  collectibleStandard: 'Standard',
  collectiblePage: (host: string) => `Open ${host}`,
}

/** The sentences of collectibles. */
export type CollectibleStrings = typeof collectibleStrings
