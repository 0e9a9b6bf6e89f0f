export { readText } from '../calls/readText.js'
export { badAnswer } from '../family/badAnswer.js'
export { cleanIcon } from '../family/cleanIcon.js'
export {
  type Asking,
  type FamilyAccount,
  type FamilyWallet,
  familyConnector,
  type Grant,
} from '../family/familyConnector.js'
export { type FamilyIdentity, familyIdentity } from '../family/familyIdentity.js'
export { fromErrorMessage } from '../family/fromErrorMessage.js'
export { readLink, wrongLink } from '../family/readLink.js'
export { readPath } from '../family/readPath.js'
export { askFeature } from '../family/walletStandard/askFeature.js'
export type {
  StandardAccountOnChain,
  StandardFamily,
  StandardProviderParts,
} from '../family/walletStandard/standardFamily.js'
export { featureOf, type StandardAccount, type StandardWallet } from '../family/walletStandard/standardWallet.js'
export { standardWallets } from '../family/walletStandard/standardWallets.js'
export { watchPage } from '../family/watchPage.js'
export { nativeBalance } from '../namespaces/nativeBalance.js'
export { pause } from '../namespaces/pause.js'
export { parseJson, readUrl, type UrlAnswer, type UrlRequest } from '../namespaces/readUrl.js'
export { withPeer } from '../namespaces/withPeer.js'
export { recoverKey } from '../signIn/verify/recoverKey.js'
