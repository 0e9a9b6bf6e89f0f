import { isLatchkeyError, LatchkeyError } from '@latchkey/protocol/errors'
import type { PayloadOf } from '@latchkey/protocol/internal/channel'
import type { appEvents } from '@latchkey/protocol/internal/frame'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { loadCode } from '../loadCode.js'
import { isBareSignIn } from '../signing/isBareSignIn.js'
import type { FrameChain, Screens, WalletUser } from '../types.js'
import type { OwnWallet } from '../wallet/createWallet.js'
import type { WalletContext } from '../wallet/walletContext.js'
import { type Chains, familyOf, wireChainId } from './createChains.js'
import type { SignIn } from './createSignIn.js'
import type { HandlerGroup } from './groups.js'

/** The user signed in on this page. */
export function createUserHandlers({
  context,
  wallet,
  chains,
  signIn,
  screens,
}: {
  readonly context: WalletContext
  readonly wallet: OwnWallet
  readonly chains: Chains
  readonly signIn: SignIn
  readonly screens: Pick<Screens, 'busy'>
}): HandlerGroup<'getUser' | 'isConnected'> {
  const { auth, sessions, embedder } = context

  /** An unknown network of a supported family falls back to the family's first; another family's account would be wrong. */
  async function chainFor(asked: number | string | undefined): Promise<FrameChain> {
    const known = chains.find(asked)
    if (known) return chains.choose(known.id)
    const current = await chains.current()
    if (asked === undefined) return current
    const isOther = typeof asked === 'string' && asked.includes(':') && !asked.startsWith('eip155:')
    const instead = familyOf(current) === 'eip155' ? current : chains.firstOf('eip155')
    return isOther || !instead ? chains.choose(asked) : instead
  }

  async function readUser(payload: PayloadOf<(typeof appEvents)['getUser']>, signal: AbortSignal) {
    const chain = await chainFor(payload?.chainId)
    const { addresses, email } = await wallet.enter({ signal })
    const address = await addressOn(chain, addresses)
    const isFresh = signIn.takeFresh()
    const user = {
      email,
      address,
      chainId: wireChainId(chain),
      accounts: [{ address, type: 'eoa' as const }],
      preferredAccountType: 'eoa',
      smartAccountDeployed: false,
    }
    const { siwxMessage: asked } = payload ?? {}
    // Only who has just typed a code has said that they want to sign in, and nothing besides; a reload has not. Words of the page
    // have to be seen before they are signed: for those it has to ask.
    if (asked === undefined || !isBareSignIn(asked) || !isFresh || familyOf(chain) !== 'eip155') return user
    const { siwxText } = await loadCode(() => import('./siwxText.js'))
    const { message, siwxMessage } = siwxText(asked, { origin: embedder.origin, address })
    const request = { kind: 'evmMessage' as const, message: utf8ToBytes(message) }
    return { ...user, message, siwxMessage, signature: await wallet.sign(request, { signal }) }
  }

  return {
    async getUser(payload, { signal: given }) {
      if (payload?.socialUri !== undefined)
        throw new LatchkeyError('UNSUPPORTED_METHOD', 'Signing in with a social account is not set up on this server')
      await sessions.require()
      // Between the code and the unlocked wallet a waiting screen is shown, which can be left.
      const left = new AbortController()
      const signal = AbortSignal.any([given, left.signal])
      const done = screens.busy(() => left.abort(), 'signIn')
      try {
        return await readUser(payload, signal)
      } catch (error) {
        if (left.signal.aborted && isLatchkeyError(error, 'ABORTED'))
          throw new LatchkeyError('USER_REJECTED', 'The sign-in was left in the wallet.')
        throw error
      } finally {
        done()
      }
    },
    async isConnected(_, { signal }) {
      if (!(await sessions.read())) return { isConnected: false }
      try {
        await auth.readSession({ signal })
      } catch (error) {
        // Offline, the stored session is the best knowledge.
        if (!isLatchkeyError(error, 'API_UNREACHABLE')) {
          if (isLatchkeyError(error, 'UNAUTHORIZED')) await sessions.close()
          return { isConnected: false }
        }
      }
      return { isConnected: (await sessions.read()) !== undefined }
    },
  }
}

async function addressOn(chain: FrameChain, addresses: WalletUser['addresses']): Promise<string> {
  const family = familyOf(chain)
  if (family === 'eip155') return addresses.eip155
  if (family === 'solana') return addresses.solana
  if (family === 'bip122') {
    const { bitcoinAccounts } = await loadCode(() => import('../signing/bitcoin/bitcoinAccounts.js'))
    return bitcoinAccounts(chain, addresses)[0].address
  }
  throw new LatchkeyError('CHAIN_NOT_FOUND', `This wallet has no account on ${chain.name}`)
}
