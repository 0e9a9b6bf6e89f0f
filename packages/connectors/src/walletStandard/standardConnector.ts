import {
  type AccountFacts,
  type AccountType,
  type ChainId,
  type Connector,
  type Host,
  LatchkeyError,
} from '@latchkey/core'
import { badAnswer, type FamilyAccount, type FamilyIdentity, familyConnector, type Grant } from '@latchkey/core/family'
import { bitcoinAccountType, bitcoinChainsOf } from '@latchkey/protocol/bitcoin'
import type { SignInRequest } from '@latchkey/protocol/siwx'
import { toHex } from '../toHex.js'
import { fromStandardError } from './fromStandardError.js'
import {
  featureOf,
  type StandardAccount,
  type StandardFamily,
  type StandardWallet,
  standardChain,
  standardFamilies,
} from './standardWallet.js'

/** A wallet's place on the page: empty after the wallet took itself back. */
export type Seat = { wallet: StandardWallet | undefined; left: (() => void) | undefined }

const solanaAddress = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/

/** Makes a connector of one family of a wallet that registered itself by the Wallet Standard. */
export function standardConnector(host: Host, identity: FamilyIdentity, family: StandardFamily, seat: Seat): Connector {
  const { name } = identity
  const prefix = standardFamilies[family]

  function seated(): StandardWallet {
    if (seat.wallet) return seat.wallet
    throw new LatchkeyError('WALLET_DISCONNECTED', `${name} has left this page.`, {
      hints: ['Reload the page once the wallet is back.'],
    })
  }

  /** The account that a wallet knows by an address, and the wallet's own name of a chain that it has. */
  function found(address: string, chainId: ChainId) {
    const wallet = seated()
    const chain = standardChain(chainId)
    const account = accountsOf(wallet).find((each) => each.address === address && namesOf(each).includes(chain))
    if (account) return { wallet, account, chain }
    throw new LatchkeyError('UNAUTHORIZED', `${name} does not allow this account on this network.`, {
      hints: ['Choose the account in the wallet, or connect again.'],
    })
  }

  function accountsOf(wallet: StandardWallet): readonly StandardAccount[] {
    try {
      return [...wallet.accounts]
    } catch {
      throw badAnswer(name, 'accounts')
    }
  }

  const namesOf = ({ chains }: StandardAccount): readonly string[] => (Array.isArray(chains) ? chains : [])

  /** Where an account can be used: on chains of the app, each of which the wallet calls by the standard's name. */
  function chainsOf(account: StandardAccount): ChainId[] {
    const names = namesOf(account)
    const listed = host.chains().filter(({ chainNamespace }) => chainNamespace === family)
    return listed.map(({ caipNetworkId }) => caipNetworkId).filter((chainId) => names.includes(standardChain(chainId)))
  }

  function readAccount(account: StandardAccount): FamilyAccount {
    const { address, publicKey } = account
    const isRight = family === 'solana' ? solanaAddress.test(String(address)) : bitcoinChainsOf(address).length > 0
    if (typeof address !== 'string' || !isRight) throw badAnswer(name, 'accounts')
    const facts: AccountFacts | undefined =
      family === 'bip122' ? { type: typeOf(account), publicKey: toHex(publicKey) } : undefined
    return { address, chains: chainsOf(account), ...(facts ? { facts } : {}) }
  }

  function toGrant(shown: readonly StandardAccount[]): Grant {
    try {
      const own = shown.filter((account) => namesOf(account).some((chain) => chain.startsWith(prefix)))
      const accounts = own.map(readAccount)
      const isPayment = ({ facts }: FamilyAccount) => facts?.type === 'payment'
      return { accounts: [...accounts.filter(isPayment), ...accounts.filter((account) => !isPayment(account))] }
    } catch {
      throw badAnswer(name, 'accounts')
    }
  }

  async function open(wallet: StandardWallet, asking: 'open' | 'silent'): Promise<void> {
    const connect = featureOf(wallet, 'standard:connect')
    // A family's own way to connect always opens the wallet; silently there is only what it granted before.
    const own = family === 'bip122' ? featureOf(wallet, 'bitcoin:connect') : undefined
    const answer = await (asking === 'silent'
      ? connect?.({ silent: true })
      : own
        ? own({ purposes: ['payment', 'ordinals'] })
        : connect?.())
    const isAnswer = Array.isArray((answer as { accounts?: unknown } | undefined)?.accounts)
    if (!isAnswer && (asking === 'open' || answer !== undefined)) throw badAnswer(name, 'accounts')
  }

  async function signedIn(wallet: StandardWallet, chainId: ChainId | undefined, signIn: SignInRequest) {
    if (!chainId || !featureOf(wallet, 'solana:signIn')) return undefined
    const { signInWithSolana } = await import('./solanaProvider.js')
    return signInWithSolana(name, wallet, { ...signIn, chainId })
  }

  return familyConnector(host, {
    namespace: family,
    identity,
    limited: true,
    async ask(asking, chainId, signIn) {
      const wallet = asking === 'silent' ? seat.wallet : seated()
      if (!wallet) return null
      try {
        const proof = signIn && family === 'solana' ? await signedIn(wallet, chainId, signIn) : undefined
        if (!proof && asking !== 'changed') await open(wallet, asking)
        const { accounts } = toGrant(accountsOf(wallet))
        if (accounts.length === 0 && asking !== 'open') return null
        return { accounts: proof ? first(accounts, proof.account) : accounts, ...(proof ? { signIn: [proof] } : {}) }
      } catch (thrown) {
        throw fromStandardError(thrown)
      }
    },
    listen(changed, gone) {
      seat.left = gone
      const on = seat.wallet && featureOf(seat.wallet, 'standard:events', 'on')
      const off = on?.('change', changed)
      return () => {
        seat.left = undefined
        off?.then((stop) => typeof stop === 'function' && stop()).catch(() => {})
      }
    },
    async forget() {
      const { wallet } = seat
      if (!wallet) return
      await (featureOf(wallet, `${prefix}disconnect`) ?? featureOf(wallet, 'standard:disconnect'))?.()
    },
    async provider(accounts) {
      if (family === 'solana') {
        const { solanaProvider } = await import('./solanaProvider.js')
        return solanaProvider(name, seated(), found)
      }
      const { standardBitcoinProvider } = await import('./standardBitcoinProvider.js')
      return standardBitcoinProvider(name, seated(), found, accounts)
    },
  })
}

/** What some wallets say an account is for, else what its address tells. */
function typeOf(account: StandardAccount): AccountType {
  const { address, purpose } = account as StandardAccount & { readonly purpose?: unknown }
  return purpose === 'payment' ? 'payment' : purpose === 'ordinals' ? 'ordinal' : bitcoinAccountType(address)
}

/** Who signed in comes first. */
function first(accounts: readonly FamilyAccount[], id: string): readonly FamilyAccount[] {
  const isIt = ({ address }: FamilyAccount) => id.endsWith(`:${address}`)
  return [...accounts.filter(isIt), ...accounts.filter((account) => !isIt(account))]
}
