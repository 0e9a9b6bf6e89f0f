import type { ChainId } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import type { Connector, Host } from '../../connector.js'
import { badAnswer } from '../badAnswer.js'
import { type FamilyAccount, familyConnector, type Grant } from '../familyConnector.js'
import type { FamilyIdentity } from '../familyIdentity.js'
import { fromStandardError } from './fromStandardError.js'
import type { StandardFamily } from './standardFamily.js'
import { featureOf, type StandardAccount, type StandardWallet } from './standardWallet.js'

/** Refers to a wallet of the page; it is empty once the wallet has unregistered. */
export type WalletRef = { wallet: StandardWallet | undefined; onLeave: (() => void) | undefined }

/** Creates a connector of one family of a wallet that registered itself by the Wallet Standard. */
export function standardConnector(
  host: Host,
  identity: FamilyIdentity,
  family: StandardFamily,
  ref: WalletRef,
): Connector {
  const { name } = identity
  const { namespace, prefix } = family

  function requireWallet(): StandardWallet {
    if (ref.wallet) return ref.wallet
    throw new LatchkeyError('WALLET_DISCONNECTED', `${name} has left this page.`, {
      hints: ['Reload the page once the wallet is back.'],
    })
  }

  /** The account that a wallet knows by an address, and the wallet's own name of a chain that it has. */
  function find(address: string, chainId: ChainId) {
    const chain = family.chainName(chainId)
    const account = accountsOf(requireWallet()).find(
      (each) => each.address === address && namesOf(each).includes(chain),
    )
    if (account) return { account, chain }
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

  /** The chains of the app on which an account works, by the standard's names. */
  function chainsOf(account: StandardAccount): ChainId[] {
    const names = namesOf(account)
    const listed = host.chains().filter(({ chainNamespace }) => chainNamespace === namespace)
    return listed
      .map(({ caipNetworkId }) => caipNetworkId)
      .filter((chainId) => names.includes(family.chainName(chainId)))
  }

  function readAccount(account: StandardAccount): FamilyAccount {
    const { address } = account
    const told = typeof address === 'string' ? family.readAccount(account) : undefined
    if (!told) throw badAnswer(name, 'accounts')
    return { address, chains: chainsOf(account), ...told }
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
    const answer = await (asking === 'silent' ? connect?.({ silent: true }) : (family.connect?.(wallet) ?? connect?.()))
    const isAnswer = Array.isArray((answer as { accounts?: unknown } | undefined)?.accounts)
    if (!isAnswer && (asking === 'open' || answer !== undefined)) throw badAnswer(name, 'accounts')
  }

  return familyConnector(host, {
    namespace,
    identity,
    limited: true,
    async ask(asking, chainId, signIn) {
      const wallet = asking === 'silent' ? ref.wallet : requireWallet()
      if (!wallet) return null
      try {
        const proof = signIn && chainId ? await family.signIn?.(name, wallet, { ...signIn, chainId }) : undefined
        if (!proof && asking !== 'changed') await open(wallet, asking)
        const { accounts } = toGrant(accountsOf(wallet))
        if (accounts.length === 0 && asking !== 'open') return null
        return { accounts: proof ? first(accounts, proof.account) : accounts, ...(proof ? { signIn: [proof] } : {}) }
      } catch (thrown) {
        throw fromStandardError(thrown)
      }
    },
    listen(changed, gone) {
      ref.onLeave = gone
      const on = ref.wallet && featureOf(ref.wallet, 'standard:events', 'on')
      const off = on?.('change', changed)
      return () => {
        ref.onLeave = undefined
        off?.then((stop) => typeof stop === 'function' && stop()).catch(() => {})
      }
    },
    async forget() {
      const { wallet } = ref
      if (!wallet) return
      await (featureOf(wallet, `${prefix}disconnect`) ?? featureOf(wallet, 'standard:disconnect'))?.()
    },
    provider: (accounts) => family.getProvider({ name, wallet: requireWallet(), find, accounts }),
  })
}

/** The account that signed in comes first. */
function first(accounts: readonly FamilyAccount[], id: string): readonly FamilyAccount[] {
  const isIt = ({ address }: FamilyAccount) => id.endsWith(`:${address}`)
  return [...accounts.filter(isIt), ...accounts.filter((account) => !isIt(account))]
}
