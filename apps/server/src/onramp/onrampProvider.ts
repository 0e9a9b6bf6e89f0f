import type { ChainId } from '@latchkey/protocol/caip'
import type { OnrampQuote, PaymentCurrency, PaymentMethod, PurchaseCurrency } from '@latchkey/protocol/onrampApi'
import type { Chain } from '../platform/chains/chain.js'

/** A quote request: the amount, the currency and the coin. */
export type Order = {
  readonly chainId: ChainId
  /** The network as the provider lists it. */
  readonly network: string
  readonly symbol: string
  readonly currency: PaymentCurrency
  /** A decimal number of the currency. */
  readonly payment: string
  readonly method: PaymentMethod
  readonly address?: string | undefined
}

/** A purchase that is opened at its provider. */
export type Opening = {
  /** The purchase id at the provider. */
  readonly reference: string
  /** The buyer id at the provider: the same for each purchase of an account, and not reversible. */
  readonly partnerId: string
  readonly chain: Chain
  readonly network: string
  readonly address: string
  readonly symbol?: string | undefined
  readonly currency: PaymentCurrency
  readonly payment?: string | undefined
  readonly method?: PaymentMethod | undefined
  /** Whose page will be open, as its socket says. */
  readonly ip: string
  /** The redirect URL and the webhook URL for a provider. */
  readonly doneUrl: string
  readonly webhookUrl: string
}

/** The provider's state of a purchase; its payout is also verified on chain. */
export type ProviderWord = {
  readonly state: 'opened' | 'paid' | 'sent' | 'failed'
  /** The price, as a decimal number of the currency. */
  readonly payment?: { readonly amount: string; readonly currency: string } | undefined
  readonly symbol?: string | undefined
  readonly amount?: string | undefined
  readonly hash?: string | undefined
  /** The paid address, where the provider reports it. */
  readonly address?: string | undefined
}

/** A message of a provider, as it came. */
export type WebhookCall = {
  /** The address that it was sent to. */
  readonly url: string
  readonly headers: Headers
  readonly body: string
}

/**
 * INTERFACE: a seller of coins. Each method rejects with an `OnrampFault` when the provider cannot be reached or
 * says something else than it may.
 */
export type OnrampProvider = {
  readonly id: 'meld' | 'coinbase' | 'local'
  readonly name: string
  readonly site: string
  /** The coins on offer. */
  currencies(): Promise<readonly PurchaseCurrency[]>
  quote(order: Order): Promise<OnrampQuote>
  /** Returns the page on which the purchase is paid. */
  open(opening: Opening): Promise<string>
  /** Returns how far a purchase is; nothing where the provider does not know it yet. */
  read(reference: string): Promise<ProviderWord | undefined>
  /** Returns what a message is about, or nothing where its signature or its time is not right. */
  readWebhook(call: WebhookCall, now: Date): { id: string; reference: string | undefined } | undefined
}
