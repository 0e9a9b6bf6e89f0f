import { base58 } from '@scure/base'
import { type Address, type EncodedAccount, isSome } from '@solana/kit'
import { AccountState } from '@solana-program/token'
import { countParam, type Options } from './params.js'
import { invalidParams } from './rpcError.js'
import { readMint, readTokenAccount } from './splAccounts.js'
import { tokenPrograms } from './tokenPrograms.js'
import { uiTokenAmount } from './uiTokenAmount.js'

/** Reads an account of the chain; undefined when there is none. */
export type ReadAccount = (address: Address) => EncodedAccount | undefined

/** The rent epoch of an account without rent due: the highest number. */
const neverRent = 2n ** 64n - 1n

/**
 * Writes an account in the encoding that was asked for.
 *
 * @param account - The account.
 * @param options - `encoding` and `dataSlice`.
 * @param read - Reads the mint of a token account, whose decimals a parsed answer needs.
 * @throws RpcError -32602 when the encoding is not known or does not fit the data.
 */
export function accountView(account: EncodedAccount, options: Options, read: ReadAccount): object {
  return {
    data: dataView(account, options, read),
    executable: account.executable,
    lamports: account.lamports,
    owner: account.programAddress,
    rentEpoch: neverRent,
    space: account.data.length,
  }
}

function dataView(account: EncodedAccount, options: Options, read: ReadAccount): unknown {
  const { encoding = 'base58' } = options
  const data = sliced(account.data, options.dataSlice)
  switch (encoding) {
    case 'base64':
      return [Buffer.from(data).toString('base64'), 'base64']
    case 'base58':
    case 'binary': {
      if (data.length > 128) throw invalidParams('Encoded binary (base 58) data should be less than 128 bytes')
      const text = base58.encode(data)
      return options.encoding === undefined || encoding === 'binary' ? text : [text, 'base58']
    }
    case 'jsonParsed':
      return parsedAccount(account, read) ?? [Buffer.from(data).toString('base64'), 'base64']
    default:
      throw invalidParams(`Invalid params: the encoding ${JSON.stringify(encoding)} is not known to this node`)
  }
}

function sliced(data: EncodedAccount['data'], slice: unknown): Uint8Array {
  if (slice === undefined || slice === null) return Uint8Array.from(data)
  const { offset, length } = slice as { offset?: unknown; length?: unknown }
  const from = countParam(offset, 'dataSlice.offset')
  return Uint8Array.from(data).slice(from, from + countParam(length, 'dataSlice.length'))
}

/** An account as JSON, where its program is one whose accounts this node can read. */
export function parsedAccount(account: EncodedAccount, read: ReadAccount): object | undefined {
  const program = tokenPrograms[account.programAddress]
  const token = readTokenAccount(account)
  const space = account.data.length
  if (token !== undefined) {
    const mintAccount = read(token.mint)
    const mint = mintAccount && readMint(mintAccount)
    if (mint === undefined) return undefined
    const { decimals } = mint
    const info = {
      isNative: isSome(token.isNative),
      mint: token.mint,
      owner: token.owner,
      state: token.state === AccountState.Frozen ? 'frozen' : 'initialized',
      tokenAmount: uiTokenAmount(token.amount, decimals),
      ...(isSome(token.delegate)
        ? { delegate: token.delegate.value, delegatedAmount: uiTokenAmount(token.delegatedAmount, decimals) }
        : {}),
      ...(isSome(token.isNative) ? { rentExemptReserve: uiTokenAmount(token.isNative.value, decimals) } : {}),
      ...(isSome(token.closeAuthority) ? { closeAuthority: token.closeAuthority.value } : {}),
    }
    return { program, parsed: { info, type: 'account' }, space }
  }
  const mint = readMint(account)
  if (mint === undefined) return undefined
  const info = {
    decimals: mint.decimals,
    freezeAuthority: isSome(mint.freezeAuthority) ? mint.freezeAuthority.value : null,
    isInitialized: mint.isInitialized,
    mintAuthority: isSome(mint.mintAuthority) ? mint.mintAuthority.value : null,
    supply: mint.supply.toString(),
  }
  return { program, parsed: { info, type: 'mint' }, space }
}
