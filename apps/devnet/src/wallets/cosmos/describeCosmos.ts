import { decodeAuthInfo, decodeBody, type MsgSend } from '../../chains/cosmos/decodeTx.js'
import { ProtoError } from '../../chains/cosmos/protobuf.js'
import type { ApprovalText } from '../approvalText.js'

type Coin = { readonly denom: string; readonly amount: string }

/** A document in the older JSON form. @see https://docs.cosmos.network/main/learn/advanced/transactions */
export type AminoDoc = {
  readonly chain_id: string
  readonly account_number: string
  readonly sequence: string
  readonly fee: { readonly amount: readonly Coin[]; readonly gas: string }
  readonly msgs: readonly { readonly type: string; readonly value: unknown }[]
  readonly memo: string
}

/** Puts a document in protobuf into words. */
export function describeDirect(bodyBytes: Uint8Array, authInfoBytes: Uint8Array, network: string): ApprovalText {
  try {
    const { messages, memo } = decodeBody(bodyBytes)
    return describeSends(messages, decodeAuthInfo(authInfoBytes).fee, memo, network)
  } catch (error) {
    if (!(error instanceof ProtoError)) throw error
    const body = [...bodyBytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    return { ...unreadable(network), details: { label: 'Body', text: body } }
  }
}

/** Puts a document in JSON into words. */
export function describeAmino(doc: AminoDoc, network: string): ApprovalText {
  const sends = doc.msgs.map(({ type, value }) => {
    const { from_address, to_address, amount } = (value ?? {}) as { [key: string]: unknown }
    const fits = type === 'cosmos-sdk/MsgSend' && typeof to_address === 'string' && Array.isArray(amount)
    return fits ? { from: String(from_address), to: to_address, amount: amount as Coin[] } : undefined
  })
  const known = sends.flatMap((send) => send ?? [])
  if (known.length > 0 && known.length === sends.length) return describeSends(known, doc.fee.amount, doc.memo, network)
  return { ...unreadable(network), body: JSON.stringify(doc.msgs, undefined, 2) }
}

function describeSends(
  messages: readonly MsgSend[],
  fee: readonly Coin[],
  memo: string,
  network: string,
): ApprovalText {
  const [first] = messages
  return {
    title: messages.length === 1 ? 'Send' : `Send ${messages.length} payments`,
    ...(first === undefined || messages.length > 1 ? {} : { hero: coins(first.amount) }),
    rows: [
      ...messages.map(({ to, amount }) => ({
        label: 'To',
        value: messages.length === 1 ? shorten(to) : `${coins(amount)}, ${shorten(to)}`,
        whole: to,
      })),
      { label: 'Network', value: network },
      { label: 'Network fee', value: coins(fee) },
      ...(memo === '' ? [] : [{ label: 'Memo', value: memo.slice(0, 200) }]),
    ],
  }
}

function unreadable(network: string): ApprovalText {
  return {
    title: 'Sign a transaction?',
    warning: 'The wallet cannot read what this transaction does.',
    rows: [{ label: 'Network', value: network }],
  }
}

function coins(list: readonly Coin[]): string {
  if (list.length === 0) return '0'
  return list
    .map(({ denom, amount }) => {
      if (!/^u[a-z]+$/.test(denom) || !/^\d+$/.test(amount)) return `${amount} ${denom}`
      const digits = amount.padStart(7, '0')
      const fraction = digits.slice(-6).replace(/0+$/, '')
      const whole = digits.slice(0, -6)
      return `${fraction === '' ? whole : `${whole}.${fraction}`} ${denom.slice(1).toUpperCase()}`
    })
    .join(', ')
}

function shorten(address: string): string {
  return address.length > 20 ? `${address.slice(0, 10)}…${address.slice(-6)}` : address
}
