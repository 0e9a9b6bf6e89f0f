import type { ChainId, Namespace } from '@latchkey/protocol/caip'
import type { SignInProof, SignInRequest } from '@latchkey/protocol/siwx'
import type { AccountFacts } from '../../connection/accountTypes.js'
import type { FamilyAccount } from '../familyConnector.js'
import type { StandardAccount, StandardWallet } from './standardWallet.js'

/** An account of a wallet, and what the wallet calls the chain that it is wanted on. */
export type StandardAccountOnChain = { readonly account: StandardAccount; readonly chain: string }

/** The parts of a family's provider. */
export type StandardProviderParts = {
  /** As the wallet is shown. */
  readonly name: string
  readonly wallet: StandardWallet
  /** Finds the account with an address; throws where the wallet does not allow it on the chain. */
  find(address: string, chainId: ChainId): StandardAccountOnChain
  /** The accounts that are connected. */
  accounts(): readonly FamilyAccount[]
}

/** INTERFACE: what a chain family is in the Wallet Standard. @see https://github.com/wallet-standard/wallet-standard */
export type StandardFamily = {
  readonly namespace: Namespace
  /** The prefix of its chains and features, such as `solana:`. */
  readonly prefix: string
  /** The standard's name of a chain. */
  chainName(chainId: ChainId): string
  /** The facts of an account besides its address; undefined where the address is not one of the family. */
  readAccount(account: StandardAccount): { readonly facts?: AccountFacts } | undefined
  /** Connects by a feature of the family where the wallet has one; undefined where it has none. */
  connect?(wallet: StandardWallet): Promise<unknown> | undefined
  /** Connects and signs in with one approval; undefined where the wallet cannot. */
  signIn?(
    name: string,
    wallet: StandardWallet,
    request: SignInRequest & { readonly chainId: ChainId },
  ): Promise<SignInProof | undefined>
  /** Creates the provider that `getProvider` returns for the family. */
  getProvider(parts: StandardProviderParts): Promise<unknown>
}
