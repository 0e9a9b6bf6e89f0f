import { bytesToHex } from '@noble/hashes/utils.js'
import { writeTime } from '../../dates.js'
import type { Approval, ApprovalRow, FrameChain } from '../../types.js'
import { isUnlimited, writeAmount } from '../amounts.js'
import { addressRow, codeRow, receiverRow } from '../signingContext.js'
import { isSameAddress } from './evmAddress.js'
import { isGrantByName, type KnownCall, readCallData } from './readCallData.js'

/** One call of a contract, or a plain payment. */
export type EvmCall = { readonly to: string | undefined; readonly value: bigint; readonly data: Uint8Array }
/** The description of one call. */
export type CallWords = Pick<Approval, 'action' | 'title' | 'danger' | 'warnings' | 'rows' | 'details' | 'grants'> & {
  readonly headline?: { readonly text: string; readonly sub?: string }
  /** The asset of the headline's amount: the native coin, or a token of the registry. */
  readonly asset?: { readonly token?: string; readonly amount: bigint }
  /** Its bytes are of no kind that is known here. */
  readonly isUnread?: boolean
  /** It is an order on a market. */
  readonly isOrder?: boolean
}
/** The metadata of tokens outside the registry, as claimed by their contracts. */
export type TokenClaims = { readonly [address: string]: { readonly decimals: number } }

/**
 * Describes what a call does, from its bytes and the chain's registry.
 *
 * @param call - The call.
 * @param chain - Names, symbols and decimals come from here.
 * @param facts - The signer, and the metadata of unknown tokens by lower-case address.
 * @returns The words.
 */
export function describeCall(
  call: EvmCall,
  chain: FrameChain,
  facts: { readonly account: string; readonly claims?: TokenClaims },
): CallWords {
  const { to, value, data } = call
  const { symbol, decimals } = chain.nativeCurrency
  const sum = `${writeAmount(value, decimals)} ${symbol}`
  const dataRow = data.length > 0 ? [codeRow('Data', `0x${bytesToHex(data)}`)] : []
  if (to === undefined) {
    return {
      action: 'Create contract',
      title: 'Create a contract',
      danger: [],
      warnings: ['A new contract is created. What it does cannot be shown here.'],
      headline: { text: `${data.length.toLocaleString('en')} bytes of code` },
      rows: value > 0n ? [{ label: 'Sends with it', value: sum, form: 'sum' }] : [],
      details: dataRow,
    }
  }
  if (data.length === 0) {
    return {
      action: `Send ${sum}`,
      title: `Send ${symbol}`,
      danger: lostTo(to, chain),
      warnings: [],
      headline: { text: sum },
      asset: { amount: value },
      rows: [receiverRow('To', to)],
      details: [],
    }
  }
  const sent: readonly ApprovalRow[] =
    value > 0n ? [{ label: 'Sends with it', value: sum, form: 'sum', tone: 'warning' }] : []
  const known = readCallData(data)
  if (!known) {
    const selector = `0x${bytesToHex(data.subarray(0, 4))}`
    return {
      action: value > 0n ? `Send ${sum}` : 'Call contract',
      title: 'Call a contract',
      isUnread: true,
      danger: isGrantByName(data) ? [grantUnread] : [],
      warnings: ['This call cannot be read. Continue only if you trust the site.'],
      ...(value > 0n ? { headline: { text: sum }, asset: { amount: value } } : {}),
      rows: [addressRow('Contract', to), { label: 'Function', value: selector, form: 'code' }],
      details: dataRow,
    }
  }
  const words = describeKnown(known, to, chain, facts)
  return { ...words, rows: [...words.rows, ...sent], details: [...words.details, ...dataRow] }
}

/** A call of one of these kinds. */
type Known<K extends KnownCall['kind']> = Extract<KnownCall, { kind: K }>
/** The target and signer of the call, and the names of tokens. */
type Place = {
  readonly contract: string
  readonly chain: FrameChain
  readonly account: string
  readonly token: (address: string) => ReturnType<typeof tokenWords>
}

function describeKnown(
  call: KnownCall,
  contract: string,
  chain: FrameChain,
  { account, claims = {} }: { readonly account: string; readonly claims?: TokenClaims },
): CallWords {
  const place: Place = { contract, chain, account, token: (address) => tokenWords(address, chain, claims) }
  switch (call.kind) {
    case 'transfer':
    case 'transferFrom':
      return describeTransfer(call, place)
    case 'approve':
    case 'increaseAllowance':
    case 'decreaseAllowance':
      return describeAllowance(call, place)
    case 'permit2':
      return describePermit(call, place)
    case 'approveAll':
      return describeControl(call, place)
    case 'collectible':
    case 'collectibles':
      return describeItems(call, place)
    case 'upgrade':
    case 'transferOwnership':
      return describeHandover(call, place)
  }
}

function describeTransfer(
  call: Known<'transfer' | 'transferFrom'>,
  { contract, chain, account, token }: Place,
): CallWords {
  const { amount, name, rows, warnings } = token(contract)
  const words = {
    danger: isSameAddress(call.to, contract) ? [lostToToken] : lostTo(call.to, chain),
    headline: { text: amount(call.amount) },
    asset: { token: contract, amount: call.amount },
    details: [],
  }
  const to = receiverRow('To', call.to)
  if (call.kind === 'transfer')
    return { ...words, action: `Send ${amount(call.amount)}`, title: `Send ${name}`, warnings, rows: [to, ...rows] }
  const isOwn = isSameAddress(call.from, account)
  return {
    ...words,
    action: `Move ${amount(call.amount)}`,
    title: `Move ${name}`,
    warnings: isOwn ? warnings : [...warnings, 'It moves tokens of another account, which has allowed that.'],
    rows: [addressRow('From', call.from), to, ...rows],
  }
}

function describeAllowance(
  call: Known<'approve' | 'increaseAllowance' | 'decreaseAllowance'>,
  { contract, token }: Place,
): CallWords {
  const { amount, name, rows, warnings: known, isFungible } = token(contract)
  const isLess = call.kind === 'decreaseAllowance'
  const isRevoked = call.kind === 'approve' && call.amount === 0n
  // A collection reads the same bytes as the number of an item.
  const mayBeItem = call.kind === 'approve' && !isFungible && !/^0x0{40}$/.test(call.spender)
  const item = mayBeItem ? [`If this is a collection, it lets the spender take item ${call.amount}.`] : []
  if (isRevoked && mayBeItem) {
    return {
      action: 'Change',
      title: `Change the permission for ${name}`,
      danger: item,
      warnings: known,
      rows: [addressRow('Spender', call.spender, 'danger'), ...rows],
      details: [],
    }
  }
  const warnings = isUnlimited(call.amount) ? known : [...known, ...item]
  if (isLess || isRevoked) {
    return {
      action: isRevoked ? 'Revoke' : 'Lower the limit',
      title: isRevoked ? `Revoke the permission for ${name}` : `Lower the limit for ${name}`,
      danger: [],
      warnings,
      headline: { text: isRevoked ? 'No more spending' : `−${amount(call.amount)}` },
      rows: [addressRow('Spender', call.spender), ...rows],
      details: [],
    }
  }
  const isEndless = isUnlimited(call.amount)
  return {
    action: 'Allow spending',
    title: `Allow spending of ${name}`,
    danger: isEndless ? [endless(name)] : [],
    warnings: isEndless ? warnings : [...warnings, 'The spender can take this sum at any time, without asking again.'],
    headline: {
      text: isEndless ? `Unlimited ${name}` : `${call.kind === 'increaseAllowance' ? '+' : ''}${amount(call.amount)}`,
    },
    rows: [addressRow('Spender', call.spender, isEndless ? 'danger' : undefined), ...rows],
    details: [],
    grants: [{ spender: call.spender, token: contract, amount: call.amount }],
  }
}

function describePermit(call: Known<'permit2'>, { contract, token }: Place): CallWords {
  const { amount, name, rows, warnings } = token(call.token)
  const isEndless = isUnlimited(call.amount)
  return {
    action: 'Allow spending',
    title: `Allow spending of ${name}`,
    danger: isEndless ? [endless(name)] : [],
    warnings,
    headline: { text: isEndless ? `Unlimited ${name}` : amount(call.amount) },
    rows: [
      addressRow('Spender', call.spender, isEndless ? 'danger' : undefined),
      { label: 'Until', value: writeTime(call.expiration) },
      ...rows,
    ],
    details: [addressRow('Contract', contract)],
    grants: [{ spender: call.spender, token: call.token, amount: call.amount }],
  }
}

function describeControl(call: Known<'approveAll'>, { contract }: Place): CallWords {
  return call.isAllowed
    ? {
        action: 'Allow all',
        title: 'Give away control of a collection',
        danger: ['This lets somebody else take every item that you own in this collection, now and later.'],
        warnings: [],
        headline: { text: 'Every item of the collection' },
        rows: [addressRow('Operator', call.operator, 'danger'), addressRow('Collection', contract)],
        details: [],
        grants: [{ spender: call.operator }],
      }
    : {
        action: 'Revoke',
        title: 'Revoke control of a collection',
        danger: [],
        warnings: [],
        rows: [addressRow('From', call.operator), addressRow('Collection', contract)],
        details: [],
      }
}

function describeItems(call: Known<'collectible' | 'collectibles'>, { contract, chain, account }: Place): CallWords {
  const what = call.kind === 'collectible' ? `Item ${call.id}` : 'Several items'
  const count = call.kind === 'collectible' && call.amount !== 1n ? `${call.amount} × ` : ''
  return {
    action: 'Send',
    title: 'Send a collectible',
    danger: isSameAddress(call.to, contract) ? [lostToToken] : lostTo(call.to, chain),
    warnings: isSameAddress(call.from, account) ? [] : ['It moves items of another account, which has allowed that.'],
    headline: { text: `${count}${what}` },
    rows: [receiverRow('To', call.to), addressRow('From', call.from), addressRow('Collection', contract)],
    details: [],
  }
}

function describeHandover(call: Known<'upgrade' | 'transferOwnership'>, { contract }: Place): CallWords {
  const isUpgrade = call.kind === 'upgrade'
  return {
    action: isUpgrade ? 'Replace code' : 'Give away',
    title: isUpgrade ? 'Replace the code of a contract' : 'Give away a contract',
    danger: [
      isUpgrade
        ? 'The contract will do whatever its new code says, with all that it holds.'
        : 'The new owner controls the contract and all that it holds. You cannot take it back.',
    ],
    warnings: [],
    rows: [
      isUpgrade ? addressRow('New code', call.implementation, 'danger') : addressRow('New owner', call.owner, 'danger'),
      addressRow('Contract', contract),
    ],
    details: [],
  }
}

/**
 * Returns the words for a token: from the registry, else that it is unknown.
 *
 * @param address - The token's contract.
 * @param chain - The chain with its registry.
 * @param claims - What unknown tokens claim.
 * @returns Its name, how amounts are written, and what else must be shown.
 */
export function tokenWords(
  address: string,
  chain: FrameChain,
  claims: TokenClaims = {},
): {
  name: string
  amount(value: bigint): string
  rows: readonly ApprovalRow[]
  warnings: readonly string[]
  /** Whether it is a token and not a collection, as far as known: a collection has no decimals. */
  isFungible: boolean
} {
  const known = chain.tokens.find((token) => isSameAddress(token.address, address))
  if (known) {
    return {
      name: known.symbol,
      amount: (value) => `${writeAmount(value, known.decimals)} ${known.symbol}`,
      rows: [addressRow(`${known.name} contract`, address)],
      warnings: [],
      isFungible: true,
    }
  }
  const claim = claims[address.toLowerCase()]
  return {
    name: unknownToken,
    // Base units are the one figure that a token cannot misreport.
    amount: (value) => `${writeAmount(value, 0)} units`,
    rows: [
      addressRow('Unknown token', address, 'warning'),
      ...(claim ? [{ label: 'Decimals, as its contract claims', value: String(claim.decimals) }] : []),
    ],
    warnings: [
      'This token is not known here. Its name and decimals cannot be checked, so amounts are in its smallest unit.',
    ],
    isFungible: claim !== undefined,
  }
}

/** How a token is called that is not in the registry. */
export const unknownToken = 'an unknown token'

/** The words for an allowance without an end. */
export function endless(name: string): string {
  return `This lets somebody else spend all of your ${name === unknownToken ? 'tokens of this kind' : name}, now and later.`
}

const grantUnread =
  'This call is named like a permission to take what is yours, and what it allows cannot be read here. It may allow everything.'
const lostToToken = 'The receiver is the contract itself. What is sent there is lost.'

function lostTo(to: string, chain: FrameChain): string[] {
  if (/^0x0{40}$/.test(to)) return ['The receiver is the zero address. What is sent there is lost.']
  const token = chain.tokens.find(({ address }) => isSameAddress(address, to))
  return token ? [`The receiver is the contract of ${token.symbol}. What is sent there is lost.`] : []
}
