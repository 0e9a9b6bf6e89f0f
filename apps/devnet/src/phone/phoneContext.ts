import type { PrivateKeyAccount } from 'viem/accounts'
import type { FamilyWalletChain } from '../wallets/approvalRequest.js'
import type { WalletChain } from '../wallets/walletChain.js'
import type { PhoneFamilies } from './families/createPhoneFamilies.js'
import type { Kit } from './openWalletKit.js'
import type { PhoneAnswer, PhoneApp, PhoneQuestion, PhoneSwitches } from './phoneWallet.js'

/** What the parts of the phone share. */
export type PhoneContext = {
  kit: Kit
  keys: readonly PrivateKeyAccount[]
  /** The selected key. */
  key(): PrivateKeyAccount
  chains(): readonly WalletChain[]
  /** The networks of other families, and those families with the keys of the selected account. */
  familyChains(): readonly FamilyWalletChain[]
  families(): PhoneFamilies
  addChain(chain: WalletChain): void
  switches(): PhoneSwitches
  /**
   * Asks the person.
   *
   * @returns The answer; undefined when it no longer matters or will never come.
   */
  ask(id: number, topic: string, question: PhoneQuestion): Promise<PhoneAnswer | undefined>
  /** The chain last reported to an app. */
  chainOf(topic: string): WalletChain | undefined
  /** Switches the chain for one app, and notifies it. */
  moveTo(topic: string, chainId: number): Promise<void>
  /** Runs one after another, so that two transactions never take the same number. */
  inTurn<value>(run: () => Promise<value>): Promise<value>
  notice(text: string): void
}

/** The person has not answered and never will. */
export class Unanswered extends Error {}

/** The methods that the phone answers. */
export const phoneMethods = [
  'eth_accounts',
  'eth_requestAccounts',
  'eth_chainId',
  'eth_sendTransaction',
  'eth_signTypedData_v4',
  'personal_sign',
  'wallet_addEthereumChain',
  'wallet_switchEthereumChain',
  'wallet_watchAsset',
] as const

/** The events that the phone sends. */
export const phoneEvents = ['accountsChanged', 'chainChanged'] as const

/** The family of networks that the phone always knows. */
export const family = 'eip155'

/** Writes a network as CAIP-2. */
export function toCaip2(chainId: number): string {
  return `${family}:${chainId}`
}

/** Reads the number of a network of the family; undefined for any other. */
export function fromCaip2(caip2: string): number | undefined {
  const [, reference] = /^eip155:([1-9]\d{0,15})$/.exec(caip2) ?? []
  return reference === undefined ? undefined : Number(reference)
}

/** The metadata of an app, cut for display. */
export function toApp(metadata: { name?: string; url?: string; description?: string } | undefined): PhoneApp {
  return {
    name: metadata?.name?.slice(0, 80) || 'An app without a name',
    url: metadata?.url?.slice(0, 200) ?? '',
    description: metadata?.description?.slice(0, 200) ?? '',
  }
}
