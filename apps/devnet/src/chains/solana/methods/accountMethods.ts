import { base58 } from '@scure/base'
import type { Address } from '@solana/kit'
import { accountView } from '../accountView.js'
import { checkContextSlot, type Method, type Node, withContext } from '../node.js'
import { addressParam, commitmentParam, countParam, listParam, type Options, optionsParam } from '../params.js'
import { invalidParams } from '../rpcError.js'

/** What reads accounts. */
export const accountMethods: { readonly [method: string]: Method } = {
  getAccountInfo(node, params) {
    const [at, given] = params
    const options = optionsParam(given)
    return read(node, options, viewAt(node, addressParam(at), options))
  },
  getMultipleAccounts(node, params) {
    const [list, given] = params
    const options = optionsParam(given)
    const base64: Options = { encoding: 'base64', ...options }
    return read(
      node,
      options,
      listParam(list, 'the list', 100).map((at) => viewAt(node, addressParam(at), base64)),
    )
  },
  getBalance(node, params) {
    const [at, given] = params
    return read(node, optionsParam(given), node.ledger.account(addressParam(at))?.lamports ?? 0n)
  },
  getProgramAccounts(node, params) {
    const [program, given] = params
    const options = optionsParam(given)
    const filters = readFilters(options.filters)
    const accounts = node.ledger.svm
      .getProgramAccounts(addressParam(program))
      .filter(({ data }) => filters.every((passes) => passes(Uint8Array.from(data))))
      .map((account) => ({
        pubkey: account.address,
        account: accountView(account, options, node.ledger.account),
      }))
    return options.withContext === true ? read(node, options, accounts) : accounts
  },
  getMinimumBalanceForRentExemption(node, params) {
    return node.ledger.svm.minimumBalanceForRentExemption(BigInt(countParam(params[0], 'the length')))
  },
}

function read(node: Node, options: Options, value: unknown): object {
  const commitment = commitmentParam(options)
  checkContextSlot(node, options, commitment)
  return withContext(node, value, commitment)
}

function viewAt(node: Node, at: Address, options: Options): object | null {
  const account = node.ledger.account(at)
  return account === undefined ? null : accountView(account, options, node.ledger.account)
}

type Filter = (data: Uint8Array) => boolean

function readFilters(value: unknown): readonly Filter[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw invalidParams('Invalid params: filters are not a list')
  return value.map(
    (filter: { dataSize?: unknown; memcmp?: { offset?: unknown; bytes?: unknown; encoding?: unknown } }) => {
      if (filter?.dataSize !== undefined) {
        const size = countParam(filter.dataSize, 'dataSize')
        return (data) => data.length === size
      }
      const { offset, bytes, encoding = 'base58' } = filter?.memcmp ?? {}
      const from = countParam(offset, 'memcmp.offset')
      const wanted = readBytes(bytes, encoding)
      return (data) => wanted.every((byte, index) => data[from + index] === byte)
    },
  )
}

function readBytes(bytes: unknown, encoding: unknown): Uint8Array {
  try {
    if (typeof bytes === 'string' && encoding === 'base58') return base58.decode(bytes)
    if (typeof bytes === 'string' && encoding === 'base64') return Uint8Array.from(Buffer.from(bytes, 'base64'))
  } catch {
    throw invalidParams('Invalid params: memcmp.bytes are not base58')
  }
  throw invalidParams('Invalid params: memcmp needs `bytes` in base58 or base64')
}
