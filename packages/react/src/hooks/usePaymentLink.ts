import {
  type Chain,
  formatAmount,
  isLatchkeyError,
  type Payment,
  type ReadPaymentLinkReturnType,
  readPaymentLink,
  type SendToken,
  type TokenBalance,
} from '@latchkey/core'
import { toPlainAddress } from '@latchkey/protocol/internal/receivers'
import { useEffect, useState } from 'react'
import { isPaymentLink } from '../primitives/isPaymentLink.js'
import { useBalances } from './useBalances.js'
import { useChain } from './useChain.js'
import { useConfig } from './useConfig.js'
import { useDebounced } from './useDebounced.js'
import { useSendFlow } from './useSendFlow.js'

/** What became of a payment link in the place of a receiver. */
export type PaymentLinkState =
  | { readonly status: 'none' | 'reading' | 'unlisted' | 'unheld' | 'unread' }
  /** It asks for a payment on this other network. */
  | { readonly status: 'elsewhere'; readonly chain: Chain }
  | { readonly status: 'failed'; readonly message: string }
  | ({ readonly status: 'filled' } & FilledPayment)

/** What was taken from a link. */
type FilledPayment = {
  readonly to: string
  /** Symbol of the token; absent where the link asks for an address alone. */
  readonly symbol?: string
  /** Decimal text with a point; absent where the link leaves it open. */
  readonly amount?: string
  readonly network: string
}

/**
 * Reads a payment link that was entered for a receiver, and fills in what it asks for. It stays in the field while it cannot be
 * followed, such as on another network, and is followed once it can.
 *
 * @param name - The name that the receiver was found by, if it was.
 */
export function usePaymentLink(name: string | undefined): PaymentLinkState {
  const config = useConfig()
  const { caipNetwork, chains } = useChain()
  const { data: balances, isPending } = useBalances()
  const { state, edit } = useSendFlow()
  const link = state.draft.to.trim()
  const isLink = isPaymentLink(link)
  const isRested = useDebounced(link) === link
  const [read, setRead] = useState<{ link: string; payment?: ReadPaymentLinkReturnType; error?: unknown }>()
  const [filled, setFilled] = useState<FilledPayment>()
  useEffect(() => {
    if (!isLink || !isRested) return
    let isOver = false
    readPaymentLink(config, { link }).then(
      (payment) => isOver || setRead({ link, payment }),
      (error: unknown) => isOver || setRead({ link, error }),
    )
    return () => {
      isOver = true
    }
  }, [config, link, isLink, isRested])

  const { payment, error } = read?.link === link ? read : {}
  const chain = payment && (chainOf(payment, chains, caipNetwork) ?? null)
  const isHere = chain != null && chain.caipNetworkId === caipNetwork?.caipNetworkId
  const token = payment && isHere ? tokenOf(payment, chain, state.draft.token, balances ?? []) : undefined
  const { separator, account } = state
  const { token: chosen } = state.draft
  const network = chain?.name ?? ''
  useEffect(() => {
    // What is held here is known only once the transfer has come to this network too.
    if (!payment || !token || !account?.startsWith(`${token.chainId}:`)) return
    const { to, amount } = payment
    const text = typeof amount === 'bigint' ? formatAmount(amount, Number(token.quantity.decimals)) : amount
    const isOther = token.address !== chosen?.address || token.collectible !== chosen?.collectible
    // An amount of one token means nothing in another.
    const amountText = text?.replace('.', separator) ?? (isOther ? '' : undefined)
    const asks = payment.token !== undefined || text !== undefined
    edit({ to, token, ...(amountText === undefined ? {} : { amountText }) })
    setFilled({
      to,
      network,
      ...(asks ? { symbol: token.symbol } : {}),
      ...(text === undefined ? {} : { amount: text }),
    })
  }, [payment, token, chosen, separator, account, network, edit])

  if (!isLink) {
    const isFilled = filled && (filled.to === link || (name !== undefined && filled.to.toLowerCase() === name))
    return isFilled ? { status: 'filled', ...filled } : { status: 'none' }
  }
  if (error !== undefined) {
    const hints = isLatchkeyError(error) ? error.hints : []
    return { status: 'failed', message: [(error as Error).message, ...hints].join(' ') }
  }
  if (chain === null) return { status: 'unlisted' }
  if (chain && !isHere) return { status: 'elsewhere', chain }
  if (!chain || token || isPending) return { status: 'reading' }
  return { status: balances ? 'unheld' : 'unread' }
}

/** The chain that a link names, else the family's that is chosen, else its first. */
function chainOf(
  { chainId, namespace }: ReadPaymentLinkReturnType,
  chains: readonly Chain[],
  active: Chain | undefined,
): Chain | undefined {
  if (chainId !== undefined) return chains.find(({ caipNetworkId }) => caipNetworkId === chainId)
  return active?.chainNamespace === namespace
    ? active
    : chains.find(({ chainNamespace }) => chainNamespace === namespace)
}

/** What a link asks for, of what the account holds; what was chosen before where it asks for an address alone. */
function tokenOf(
  { token, amount }: Payment,
  { caipNetworkId }: Chain,
  chosen: SendToken | undefined,
  balances: readonly TokenBalance[],
): SendToken | undefined {
  if (token === undefined && amount === undefined && chosen?.chainId === caipNetworkId) return chosen
  const plain = token && toPlainAddress(token)
  return balances.find(({ address, chainId }) => {
    const own = address?.split(':')[2]
    return chainId === caipNetworkId && (own === undefined ? undefined : toPlainAddress(own)) === plain
  })
}
