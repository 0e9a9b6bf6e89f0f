import { writeTime } from '../../dates.js'
import type { ApprovalRow, FrameChain } from '../../types.js'
import type { TypedData } from '../../worker/typedData.js'
import { isUnlimited } from '../amounts.js'
import { addressRow, receiverRow } from '../signingContext.js'
import { bytesOfHex } from '../text.js'
import { type CallWords, describeCall, endless, tokenWords } from './describeCall.js'
import { describeOrder } from './describeOrder.js'
import { asList, type Struct, toBigInt } from './structs.js'

type Words = Omit<CallWords, 'details'>

/**
 * Recognises the kinds of typed data that move funds: permits of tokens, of Permit2, of DAI and of items, transfers and calls by
 * signature, offers on markets, and transactions of shared accounts. They are recognised by their fields, since names can mislead.
 *
 * @param data - Typed data that fits its types; its domain holds only what is signed.
 * @param chain - Names and decimals of tokens come from here.
 * @param account - The signer.
 * @returns Its words, or undefined when it is nothing of the kind.
 */
export function recognise(data: TypedData, chain: FrameChain, account: string): Words | undefined {
  const { message, domain } = data
  const fields = new Set((data.types[data.primaryType] ?? []).map(({ name }) => name))
  const has = (...names: string[]) => names.every((name) => fields.has(name))
  const contract = typeof domain.verifyingContract === 'string' ? domain.verifyingContract : undefined
  const told: Told = { message, has, contract, chain }
  return (
    recognisePermit(told) ??
    recogniseTransfer(told) ??
    describeOrder(message, chain, account) ??
    recogniseItem(told) ??
    recogniseCall(told) ??
    (has('root') && fields.size === 1 ? unseen : undefined) ??
    recogniseShared(told)
  )
}

/** The parts for recognising typed data: the message, the fields of its type, the verifying contract, and the chain. */
type Told = {
  readonly message: Struct
  readonly has: (...names: string[]) => boolean
  readonly contract: string | undefined
  readonly chain: FrameChain
}

const unseen: Words = {
  action: 'Sign',
  title: 'Sign what cannot be seen',
  danger: ['This stands for something that is not shown here. It may give away all that you own.'],
  warnings: [],
  rows: [],
}

function recognisePermit({ message, has, contract, chain }: Told): Words | undefined {
  if (has('owner', 'spender', 'value', 'deadline') && contract) {
    return permit(chain, contract, message.spender, toBigInt(message.value), [
      { label: 'To be used until', value: writeTime(toBigInt(message.deadline)) },
    ])
  }
  if (has('holder', 'spender', 'allowed') && contract) {
    if (message.allowed !== true) {
      const { name, rows } = tokenWords(contract, chain)
      const spender = addressRow('Spender', String(message.spender))
      return {
        action: 'Revoke',
        title: `Revoke the permission for ${name}`,
        danger: [],
        warnings: [],
        rows: [spender, ...rows],
      }
    }
    return permit(chain, contract, message.spender, 1n << 255n, until(message.expiry, 'Until'))
  }
  if (has('details', 'spender', 'sigDeadline')) {
    return several(chain, asList(message.details), message.spender, (detail) => ({
      token: detail.token,
      amount: toBigInt(detail.amount),
      rows: until(detail.expiration, 'Until'),
    }))
  }
  if (has('permitted', 'spender', 'deadline')) {
    const words = several(chain, asList(message.permitted), message.spender, (permitted) => ({
      token: permitted.token,
      amount: toBigInt(permitted.amount),
      rows: [],
    }))
    return { ...words, rows: [...words.rows, ...until(message.deadline, 'To be used until')] }
  }
  return undefined
}

function recogniseTransfer({ message, has, contract, chain }: Told): Words | undefined {
  if (has('from', 'to', 'value', 'validAfter', 'validBefore') && contract) {
    const { amount, name, rows, warnings } = tokenWords(contract, chain)
    const sum = amount(toBigInt(message.value))
    return {
      action: `Send ${sum}`,
      title: `Send ${name} by signature`,
      danger: [],
      warnings: ['Anyone with this signature can carry out the transfer. You pay no network fee.', ...warnings],
      headline: { text: sum },
      rows: [receiverRow('To', String(message.to)), ...until(message.validBefore, 'To be used until'), ...rows],
    }
  }
  return undefined
}

function recogniseItem({ message, has, contract }: Told): Words | undefined {
  if (has('spender', 'tokenId') && contract) {
    return {
      action: 'Allow taking',
      title: 'Let somebody take an item',
      danger: ['Anyone with this signature can take the item, without asking again.'],
      warnings: [],
      rows: [
        addressRow('Operator', String(message.spender), 'danger'),
        { label: 'Item', value: String(message.tokenId) },
      ],
      grants: [{ spender: String(message.spender) }],
    }
  }
  return undefined
}

function recogniseCall({ message, has, contract, chain }: Told): Words | undefined {
  const [target, bytes] = has('from', 'functionSignature')
    ? [contract, message.functionSignature]
    : has('from', 'to', 'data')
      ? [message.to, message.data]
      : []
  const call = bytesOfHex(String(bytes))
  if (target && call) {
    const { warnings, ...words } = describeCall(
      { to: String(target), value: toBigInt(message.value ?? 0), data: call },
      chain,
      { account: String(message.from) },
    )
    return { ...words, warnings: ['Anyone with this signature can carry this out in your name.', ...warnings] }
  }
  return undefined
}

/** A transaction of a shared account, by what it does. */
function recogniseShared({ message, has, contract, chain }: Told): Words | undefined {
  const inner = bytesOfHex(String(message.data))
  if (has('to', 'value', 'data', 'operation', 'safeTxGas') && inner) {
    const isDelegate = toBigInt(message.operation) !== 0n
    const { title, danger, warnings, rows, headline, grants } = describeCall(
      { to: String(message.to), value: toBigInt(message.value), data: inner },
      chain,
      { account: contract ?? '' },
    )
    const paysSender = toBigInt(message.gasPrice ?? 0) > 0n
    return {
      action: 'Sign',
      title: 'Sign for a shared account',
      danger: [
        ...danger,
        ...(isDelegate ? ['This hands the shared account over to the code of another contract for one call.'] : []),
        ...(paysSender ? ['The shared account also pays the sender. How much cannot be seen here.'] : []),
      ],
      warnings: [
        'Together with the other signatures, this carries out a transaction of the shared account.',
        ...warnings,
      ],
      ...(headline ? { headline } : {}),
      rows: [
        { label: 'It does', value: title },
        ...rows,
        ...(paysSender ? [addressRow('Paid for sending it', String(message.refundReceiver), 'danger')] : []),
      ],
      ...(grants ? { grants } : {}),
    }
  }
  return undefined
}

function permit(
  chain: FrameChain,
  token: string,
  spender: unknown,
  value: bigint,
  more: readonly ApprovalRow[],
): Words {
  const { name, amount, rows, warnings } = tokenWords(token, chain)
  const isEndless = isUnlimited(value)
  return {
    action: 'Allow spending',
    title: `Allow spending of ${name}`,
    danger: isEndless ? [endless(name)] : [],
    warnings: [
      'Anyone with this signature can use the permission. Nothing is sent now, and no network fee is paid.',
      ...warnings,
    ],
    headline: { text: isEndless ? `Unlimited ${name}` : amount(value) },
    rows: [addressRow('Spender', String(spender), isEndless ? 'danger' : undefined), ...more, ...rows],
    grants: [{ spender: String(spender), token, amount: value }],
  }
}

function several(
  chain: FrameChain,
  items: readonly Struct[],
  spender: unknown,
  read: (item: Struct) => { token: unknown; amount: bigint; rows: readonly ApprovalRow[] },
): Words {
  const permits = items.map((item) => {
    const { token, amount, rows } = read(item)
    return permit(chain, String(token), spender, amount, rows)
  })
  const [first, ...rest] = permits
  if (first && rest.length === 0) return first
  return {
    action: 'Allow spending',
    title: `Allow spending of ${permits.length} tokens`,
    danger: [...new Set(permits.flatMap(({ danger }) => danger))],
    warnings: [...new Set(permits.flatMap(({ warnings }) => warnings))],
    headline: { text: permits.map(({ headline }) => headline?.text ?? '').join('\n') },
    rows: [addressRow('Spender', String(spender)), ...permits.flatMap(({ rows }) => rows.slice(1))],
    grants: permits.flatMap(({ grants = [] }) => grants),
  }
}

function until(seconds: unknown, label: string): ApprovalRow[] {
  if (seconds === undefined) return []
  const time = toBigInt(seconds)
  return [{ label, value: time === 0n ? 'for ever' : writeTime(time) }]
}
