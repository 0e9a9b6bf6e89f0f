import { LatchkeyError } from '@latchkey/protocol/errors'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { RawTx, SigHash, Transaction } from '@scure/btc-signer'
import type { EsploraClient } from '../../chains/createEsploraClient.js'
import type { FrameChain } from '../../types.js'
import type { BitcoinAccount } from './bitcoinAccounts.js'

/** A coin that is spent: from which of the own accounts, and how many satoshi. */
export type SpentCoin = {
  readonly txid: string
  readonly index: number
  readonly amount: bigint
  readonly intention: BitcoinAccount['intention']
}

/** A PSBT that spends coins of this wallet and no others. */
export type ReadPsbt = {
  readonly transaction: Transaction
  readonly inputs: readonly SpentCoin[]
  readonly outputs: readonly { readonly script: Uint8Array; readonly amount: bigint }[]
}

/** Which inputs are asked to be signed, by which account and over how much of the transaction. */
export type AskedInput = {
  readonly index: number
  readonly address: string
  readonly sighashTypes?: readonly number[] | undefined
}

const whole: ReadonlySet<number> = new Set([SigHash.DEFAULT, SigHash.ALL])

/**
 * Reads a PSBT as it will be signed. Every coin that it spends must be this wallet's: for foreign coins it is unknown what
 * is paid and what is fee.
 *
 * @param psbt - The PSBT.
 * @param accounts - The wallet's accounts on the network.
 * @param asked - Which inputs are asked to be signed.
 * @returns The transaction with what it spends.
 * @throws LatchkeyError INVALID_PARAMS when it is invalid, spends what is not the wallet's, or asks for a signature over a part.
 * @see https://github.com/bitcoin/bips/blob/master/bip-0174.mediawiki
 */
export function readPsbt(
  psbt: Uint8Array,
  accounts: readonly BitcoinAccount[],
  asked: readonly AskedInput[],
): ReadPsbt {
  const transaction = parse(psbt)
  const inputs: SpentCoin[] = []
  for (let at = 0; at < transaction.inputsLength; at++) {
    const { witnessUtxo, txid, index, sighashType } = transaction.getInput(at)
    if (sighashType !== undefined && !whole.has(sighashType)) throw partial()
    const script = witnessUtxo ? bytesToHex(witnessUtxo.script) : undefined
    const own = accounts.find((account) => account.script === script)
    if (!own || !witnessUtxo || !txid || index === undefined)
      throw invalid('The transaction spends a coin that is not of this wallet')
    inputs.push({ txid: bytesToHex(txid), index, amount: witnessUtxo.amount, intention: own.intention })
  }
  if (inputs.length === 0) throw invalid('The transaction spends nothing')
  for (const { index, address, sighashTypes = [] } of asked) {
    const account = accounts.find(({ intention }) => intention === inputs[index]?.intention)
    if (account?.address !== address) throw invalid('An input is asked to be signed by an account that it is not of')
    if (!sighashTypes.every((type) => whole.has(type))) throw partial()
  }
  const outputs = Array.from({ length: transaction.outputsLength }, (_, at) => {
    const { script, amount } = transaction.getOutput(at)
    if (!script || amount === undefined) throw invalid('The transaction does not say what it pays')
    return { script, amount }
  })
  if (feeOf({ inputs, outputs }) < 0n) throw invalid('The transaction pays more than it spends')
  return { transaction, inputs, outputs }
}

/** The burned amount, in satoshi. */
export function feeOf({ inputs, outputs }: Pick<ReadPsbt, 'inputs' | 'outputs'>): bigint {
  const sum = (parts: readonly { readonly amount: bigint }[]) => parts.reduce((total, { amount }) => total + amount, 0n)
  return sum(inputs) - sum(outputs)
}

/**
 * Ensures that coins are worth what a PSBT says. A signature of the older kind commits to its own coin's worth alone: two
 * signatures made over two different lies could be put together to one transaction that pays a fortune as fee. And no signature
 * names a network: under the name of a test network it could be asked for over a coin of the real one.
 *
 * @param inputs - The coins.
 * @param client - Who gives the transactions that made them; their bytes must have the very ids that are spent.
 * @param chain - The network, for the texts.
 * @throws LatchkeyError INVALID_PARAMS when a coin is worth something else; RPC_BAD_ANSWER when its transaction cannot be had.
 * @see https://github.com/bitcoin/bips/blob/master/bip-0341.mediawiki#cite_note-17
 */
export async function checkCoins(
  inputs: readonly SpentCoin[],
  client: Pick<EsploraClient, 'transaction'>,
  { isTestnet }: Pick<FrameChain, 'isTestnet'>,
): Promise<void> {
  const isCommitted = inputs.length < 2 || inputs.every(({ intention }) => intention === 'ordinal')
  if (isCommitted && !isTestnet) return
  const made = new Map<string, bigint[]>()
  for (const { txid } of inputs) {
    if (!made.has(txid)) made.set(txid, amountsOf(await client.transaction(txid), txid))
  }
  for (const { txid, index, amount } of inputs) {
    if (made.get(txid)?.[index] !== amount)
      throw invalid('The transaction says of a coin that it is worth something else')
  }
}

function amountsOf(hex: string | undefined, txid: string): bigint[] {
  try {
    const bytes = hexToBytes(hex ?? '')
    const how = { allowUnknownInputs: true, allowUnknownOutputs: true, disableScriptCheck: true }
    if (Transaction.fromRaw(bytes, how).id === txid) return RawTx.decode(bytes).outputs.map(({ amount }) => amount)
  } catch {
    // Said below.
  }
  throw new LatchkeyError('RPC_BAD_ANSWER', 'The network does not know a coin that the transaction spends.')
}

function parse(psbt: Uint8Array): Transaction {
  try {
    return Transaction.fromPSBT(psbt, { allowUnknownOutputs: true })
  } catch (cause) {
    throw new LatchkeyError('INVALID_PARAMS', 'The transaction is not well-formed', { cause })
  }
}

function partial(): LatchkeyError {
  return invalid('Partial signatures of a transaction are not supported')
}

function invalid(message: string): LatchkeyError {
  return new LatchkeyError('INVALID_PARAMS', message)
}
