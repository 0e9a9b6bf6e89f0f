import type { Chain, Host, WalletSession } from '@latchkey/core'
import { parseAccountId } from '@latchkey/protocol/caip'
import { isLatchkeyError } from '@latchkey/protocol/errors'
import type { FrameUser, SiwxData } from '@latchkey/protocol/internal/frame'
import { formatSignInMessage, type SignInProof, type SignInRequest } from '@latchkey/protocol/siwx'
import type { FrameProvider } from './frameProvider.js'
import type { FrameAccount } from './readUser.js'

/** How long the sign-in approval may stay open after a sign-in, in milliseconds; after it the page asks. */
const signInTimeout = 60_000

/** The sign-in part of a request for an account. */
export type FrameSignIn = {
  /** The sign-in request to send along: right after a code no further approval is needed. */
  ask(chain: Chain): { readonly siwxMessage: SiwxData } | undefined
  /** Reads the sign-in of the response. */
  hear(user: FrameUser, account: FrameAccount): void
}

type SigningParts = {
  /** The signer of an account's family. */
  readonly provider: (namespace: FrameAccount['namespace']) => Promise<unknown>
  /** The families' own parts. */
  readonly own: Host['embedded']
  /** Withdraws the open approval. */
  readonly stop: () => void
  /** Aborts when the visitor leaves the frame, or the page gives up. */
  readonly signal: AbortSignal | undefined
}

/**
 * Connects and signs in to the page: without a further step right after a code, else by an approval in the frame. If the
 * wallet or the visitor declines, the session has no sign-in, and the page asks.
 */
export async function connectAndSign(
  request: SignInRequest,
  connect: (signIn?: FrameSignIn) => Promise<WalletSession>,
  parts: SigningParts,
): Promise<WalletSession> {
  let proof: SignInProof | undefined
  const signIn: FrameSignIn = {
    ask(chain) {
      if (chain.chainNamespace !== 'eip155') return undefined
      const { resources, ...fields } = request
      const siwxMessage = { ...fields, accountAddress: '<<AccountAddress>>', chainId: chain.caipNetworkId }
      return { siwxMessage: { ...siwxMessage, ...(resources ? { resources: [...resources] } : {}) } }
    },
    hear({ message, signature }, { account }) {
      if (message !== undefined && signature !== undefined) proof = { account, message, signature }
    },
  }
  try {
    const session = await connect(signIn)
    proof ??= await within(parts, () => sign(request, session, parts)).catch(() => undefined)
    return proof ? { ...session, signIn: [proof] } : session
  } catch (thrown) {
    // A message that the wallet refuses to sign, such as one for another site, does not prevent connecting.
    if (isLatchkeyError(thrown, 'INVALID_PARAMS')) return connect()
    throw thrown
  }
}

async function sign(
  request: SignInRequest,
  session: WalletSession,
  { provider, own }: SigningParts,
): Promise<SignInProof> {
  const [account] = session.accounts
  const { address, chainId, namespace } = parseAccountId(account)
  const message = formatSignInMessage({
    ...request,
    issuedAt: request.issuedAt ?? new Date().toISOString(),
    accountAddress: address,
    chainId,
  })
  const publicKey = session.facts?.[account]?.publicKey
  const made = await provider(namespace)
  return { account, message, signature: await signText(made), ...(publicKey === undefined ? {} : { publicKey }) }

  async function signText(wallet: unknown): Promise<string> {
    const family = own?.(namespace)
    if (family) return family.signMessage(wallet, { address, chainId, message })
    const bytes = new TextEncoder().encode(message)
    return String(await (wallet as FrameProvider).ask('personal_sign', [`0x${toHex(bytes)}`, address], chainId))
  }
}

/** If the visitor leaves the frame or ignores it, the page asks later. */
async function within<value>({ signal, stop }: SigningParts, ask: () => Promise<value>): Promise<value> {
  signal?.throwIfAborted()
  const timer = setTimeout(stop, signInTimeout)
  signal?.addEventListener('abort', stop)
  try {
    return await ask()
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
}

/** Writes bytes as hex, without a prefix. */
function toHex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
