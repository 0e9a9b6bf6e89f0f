import type { FamilyWalletChain } from '../../wallets/approvalRequest.js'
import type { ApprovalText } from '../../wallets/approvalText.js'
import { ProviderError } from '../../wallets/providerError.js'

/** What the person is asked by a family: to sign a message, or a transaction in the words of its decoder. */
export type FamilyQuestion =
  | { readonly kind: 'message'; readonly text: string; readonly raw: `0x${string}` }
  | { readonly kind: 'familyTransaction'; readonly text: ApprovalText }

/** A request of an app. */
export type FamilyRequest = {
  readonly method: string
  readonly params: { readonly [key: string]: unknown }
  readonly chain: FamilyWalletChain
  /** Asks the person; throws what the app gets when the answer is no. */
  readonly confirm: (account: string, question: FamilyQuestion) => Promise<void>
}

/** One chain family of the phone. */
export type PhoneFamily = {
  readonly methods: readonly string[]
  /** The addresses of the selected account on a chain, the one that identifies it first. */
  addresses(chain: FamilyWalletChain): readonly string[]
  /** The session properties for the accounts on some chains. */
  properties?(chains: readonly FamilyWalletChain[]): { readonly [name: string]: string }
  /** Answers; throws `ProviderError`. */
  answer(request: FamilyRequest): Promise<unknown>
}

/** Reads a text of a request; throws what the app gets when invalid. */
export function readText(params: { readonly [key: string]: unknown }, name: string): string {
  const value = params[name]
  if (typeof value === 'string') return value
  throw new ProviderError(-32602, `${name} must be a text.`)
}

/** Runs a handler whose errors go to the app. */
export function reading<value>(what: string, read: () => value): value {
  try {
    return read()
  } catch {
    throw new ProviderError(-32602, `${what} cannot be read.`)
  }
}

/** The error for a method or an account that the phone lacks. */
export const unknownMethod = new ProviderError(4200, 'The wallet does not know this method.')
export const unknownAccount = new ProviderError(4100, 'The wallet has no such account.')

/** Shows bytes as text where they are text. */
export function toMessage(bytes: Uint8Array): FamilyQuestion {
  const raw = `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}` as const
  try {
    return { kind: 'message', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), raw }
  } catch {
    return { kind: 'message', text: raw, raw }
  }
}
