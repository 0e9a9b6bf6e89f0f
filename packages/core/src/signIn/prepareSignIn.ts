import { type ChainId, type Namespace, parseAccountId, parseChainId, toAccountId } from '@latchkey/protocol/caip'
import { connectTimeout, signOutTimeout } from '@latchkey/protocol/internal/limits'
import type { SignInProof, SignInRequest } from '@latchkey/protocol/siwx'
import { withTimeout } from '../calls/withTimeout.js'
import type { Connector } from '../connector.js'
import type { State } from '../state.js'
import type { SignInSession } from './signInAdapter.js'
import type { SignInState, SignInStore } from './signInStore.js'

/** Stands in for the address that only the wallet knows; an address of its family, so that a message can be made of it. */
const placeholders: { readonly [namespace in Namespace]?: string } = {
  eip155: `0x${'0'.repeat(40)}`,
  solana: '1'.repeat(32),
}
/** Only the embedded wallet signs in with a Bitcoin account while it connects. */
const embeddedPlaceholders: typeof placeholders = { ...placeholders, bip122: '1111111111111111111114oLvT2' }

/**
 * Prepares signing in with the approval to connect. Without a message in time it is left out: the person then
 * signs afterwards.
 *
 * @returns What to add to the request, and how what comes back is kept.
 */
export async function prepareSignIn(
  store: SignInStore,
  state: State,
  connector: Connector,
  wanted: ChainId | undefined,
): Promise<
  | {
      readonly request: { readonly signIn: SignInRequest; readonly chainId?: ChainId }
      keep(proofs?: readonly SignInProof[]): Promise<void>
    }
  | undefined
> {
  const namespace = connector.namespaces.includes(state.active) ? state.active : connector.namespaces[0]
  const chainId = wanted ?? (namespace && state.chainIds[namespace])
  const signIn = chainId && (await toSignInRequest(store, connector, chainId))
  if (!signIn) return undefined
  return {
    // A wallet that is on every chain of the page signs in on the one that the page shows.
    request: { signIn, ...(connector.kind === 'auth' ? { chainId } : {}) },
    keep: async (proofs = []) => {
      if (proofs.length > 0) await keepProofs(store, proofs, signIn)
    },
  }
}

async function toSignInRequest(
  store: SignInStore,
  connector: Connector,
  chainId: ChainId,
): Promise<SignInRequest | undefined> {
  const known = connector.kind === 'auth' ? embeddedPlaceholders : placeholders
  const accountAddress = known[parseChainId(chainId).namespace]
  if (accountAddress === undefined) return undefined
  try {
    const make = () => store.adapter.createMessage({ accountAddress, chainId })
    const message = await withTimeout(make, signOutTimeout)
    const { accountAddress: _, chainId: __, serializedMessage: ___, toString: ____, ...request } = message
    return request
  } catch {
    return undefined
  }
}

/** An invalid sign-in is dropped, and the person signs in a second step as with any other wallet. */
async function keepProofs(store: SignInStore, proofs: readonly SignInProof[], request: SignInRequest): Promise<void> {
  const before = store.getState()
  // What went wrong for a wallet that is gone is not said twice.
  let after: SignInState = before.status === 'failed' ? { status: 'idle' } : before
  store.set({ status: 'authenticating' })
  try {
    const sessions = await Promise.all(proofs.map((proof) => toSession(proof, request)))
    for (const session of sessions) {
      await withTimeout(() => store.adapter.addSession(session), connectTimeout)
      // The account may be there already, by another wallet, and is then not looked up again.
      if (
        before.status === 'unsigned' &&
        before.account === toAccountId(session.data.chainId, session.data.accountAddress)
      )
        after = { status: 'signedIn', account: before.account, session }
    }
  } catch {
    // Whether there is a sign-in is looked up once the wallet is connected.
  } finally {
    if (store.getState().status === 'authenticating') store.set(after)
  }
}

async function toSession(proof: SignInProof, request: SignInRequest): Promise<SignInSession> {
  const { formatSignInMessage, parseSignInMessage } = await import('@latchkey/protocol/siwx')
  const { message, signature, publicKey } = proof
  const { address, chainId } = parseAccountId(proof.account)
  const issuedAt = request.issuedAt ?? new Date().toISOString()
  // A wallet may write an EVM address without its checksum; the fields are read from the text with it.
  const [, written = ''] = formatSignInMessage({ ...request, issuedAt, accountAddress: address, chainId }).split('\n')
  const lines = message.split('\n')
  const isSame = lines[1]?.toLowerCase() === written.toLowerCase() && written.startsWith('0x')
  const said = parseSignInMessage((isSame ? lines.with(1, written) : lines).join('\n'))
  const isAnswer = said.nonce === request.nonce && said.domain === request.domain && said.uri === request.uri
  if (!isAnswer || said.chainId !== chainId || said.accountAddress !== written)
    throw new RangeError('The wallet signed in to something else.')
  return {
    data: { ...said, serializedMessage: message },
    message,
    signature,
    ...(publicKey === undefined ? {} : { publicKey }),
  }
}
