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
export { readPath } from '../family/readPath.js'
export { refusedInWords } from '../family/refusedInWords.js'
export { watchPage } from '../family/watchPage.js'
export { nativeBalance } from '../namespaces/nativeBalance.js'
export { pause } from '../namespaces/pause.js'
export { parseJson, readUrl, type UrlAnswer, type UrlRequest } from '../namespaces/readUrl.js'
export { recoverKey } from '../signIn/verify/recoverKey.js'
