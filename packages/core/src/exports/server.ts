export { memoryEnded } from '../server/memoryEnded.js'
export { memoryNonces, type NonceStore } from '../server/memoryNonces.js'
export {
  type EndedStore,
  type SignedIn,
  type SignInCookie,
  type SignInCookieOptions,
  signInCookie,
} from '../server/signInCookie.js'
export { type SignInHandlerOptions, signInHandler } from '../server/signInHandler.js'
export {
  type TokenVerifier,
  type TokenVerifierOptions,
  tokenVerifier,
  type VerifiedToken,
} from '../server/tokenVerifier.js'
export { type VerifySignInParameters, type VerifySignInReturnType, verifySignIn } from '../server/verifySignIn.js'
