import { hex } from '@scure/base'
import { Address, OutScript, SigHash, Transaction } from '@scure/btc-signer'
import type { BitcoinTestAccount } from '../../chains/bitcoin/bitcoinAccounts.js'
import { regtest } from '../../chains/bitcoin/bitcoinNetwork.js'
import type { ApprovalText } from '../approvalText.js'
import { ProviderError } from '../providerError.js'
import { internalKey } from './signBitcoinMessage.js'

/** An input that is to be signed, by which account, and with which kinds of signature. */
export type InputToSign = {
  readonly index: number
  readonly account: BitcoinTestAccount
  readonly sighashTypes?: readonly number[]
}

const invalid = (message: string) => new ProviderError(-32602, message)

/** Reads a PSBT. @throws ProviderError -32602 when invalid. */
export function readPsbt(bytes: Uint8Array): Transaction {
  try {
    return Transaction.fromPSBT(bytes, { allowUnknownInputs: true, allowUnknownOutputs: true })
  } catch {
    throw invalid('The PSBT cannot be read.')
  }
}

/** Checks that each input is one of the account that is to sign it. @throws ProviderError -32602 */
export function checkInputs(psbt: Transaction, inputs: readonly InputToSign[]): void {
  if (inputs.length === 0) throw invalid('No input of the PSBT is one of the wallet.')
  for (const { index, account } of inputs) {
    if (!Number.isInteger(index) || index < 0 || index >= psbt.inputsLength) {
      throw invalid(`The PSBT has no input ${index}.`)
    }
    const script = outputOf(psbt, index)?.script
    if (script === undefined || hex.encode(script) !== hex.encode(account.script)) {
      throw invalid(`Input ${index} of the PSBT does not belong to ${account.address}.`)
    }
  }
}

/** The inputs that belong to one of the accounts. */
export function ownInputs(psbt: Transaction, accounts: readonly BitcoinTestAccount[]): readonly InputToSign[] {
  return Array.from({ length: psbt.inputsLength }, (_, index) => index).flatMap((index) => {
    const script = outputOf(psbt, index)?.script
    const account = accounts.find((one) => script !== undefined && hex.encode(one.script) === hex.encode(script))
    return account === undefined ? [] : [{ index, account }]
  })
}

/** Signs the inputs; the transaction is changed. @throws ProviderError -32602 when an input asks for another kind of signature. */
export function signInputs(psbt: Transaction, inputs: readonly InputToSign[]): void {
  for (const { index, account, sighashTypes } of inputs) {
    const usual = account.type === 'ordinal' ? [SigHash.DEFAULT, SigHash.ALL] : [SigHash.ALL]
    const allowed = sighashTypes ?? usual
    const [first] = allowed
    try {
      psbt.updateInput(index, {
        ...internalKey(account),
        ...(sighashTypes === undefined || first === undefined ? {} : { sighashType: first }),
      })
      psbt.signIdx(account.privateKey, index, [...allowed])
    } catch (error) {
      throw invalid(`Input ${index} cannot be signed: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
}

/** Finalises signed inputs for the network. @throws ProviderError -32602 when others have yet to sign. */
export function finalizePsbt(psbt: Transaction): void {
  try {
    psbt.finalize()
  } catch {
    throw invalid('The PSBT cannot be sent: signatures of others are missing.')
  }
}

/** Describes the effect of a PSBT on these accounts. */
export function describePsbt(
  psbt: Transaction,
  inputs: readonly InputToSign[],
  accounts: readonly BitcoinTestAccount[],
  network: string,
): ApprovalText {
  const own = new Set(accounts.map(({ script }) => hex.encode(script)))
  const coins = Array.from({ length: psbt.inputsLength }, (_, index) => outputOf(psbt, index))
  const outputs = Array.from({ length: psbt.outputsLength }, (_, index) => psbt.getOutput(index))
  const isOwn = (script: Uint8Array | undefined) => script !== undefined && own.has(hex.encode(script))
  const spent = coins.filter((coin) => isOwn(coin?.script)).reduce((sum, coin) => sum + (coin?.amount ?? 0n), 0n)
  const back = outputs.filter(({ script }) => isOwn(script)).reduce((sum, { amount }) => sum + (amount ?? 0n), 0n)
  const isKnown = coins.every((coin) => coin !== undefined)
  const total = coins.reduce((sum, coin) => sum + (coin?.amount ?? 0n), 0n)
  const paid = outputs.reduce((sum, { amount }) => sum + (amount ?? 0n), 0n)
  const loose = inputs.some(({ sighashTypes }) =>
    sighashTypes?.some((type) => type !== SigHash.DEFAULT && type !== SigHash.ALL),
  )
  const others = outputs.filter(({ script }) => !isOwn(script))
  return {
    title: 'Send bitcoin',
    hero: `${inBitcoin(spent > back ? spent - back : 0n)} BTC`,
    ...(loose ? { warning: 'Others can still change this transaction after you sign it.' } : {}),
    rows: [
      ...others.map(({ script, amount }) => {
        const address = addressOf(script)
        return { label: 'To', value: `${inBitcoin(amount ?? 0n)} BTC, ${shorten(address)}`, whole: address }
      }),
      { label: 'Network', value: network },
      { label: 'Network fee', value: isKnown ? `${inBitcoin(total - paid)} BTC` : 'unknown' },
    ],
    details: { label: 'Transaction', text: hex.encode(psbt.unsignedTx) },
  }
}

/** Satoshi as a decimal number of bitcoin. */
export function inBitcoin(amount: bigint): string {
  const digits = String(amount).padStart(9, '0')
  const fraction = digits.slice(-8).replace(/0+$/, '')
  return fraction === '' ? digits.slice(0, -8) : `${digits.slice(0, -8)}.${fraction}`
}

function outputOf(psbt: Transaction, index: number): { script: Uint8Array; amount: bigint } | undefined {
  const { witnessUtxo, nonWitnessUtxo, index: vout } = psbt.getInput(index)
  if (witnessUtxo) return witnessUtxo
  return vout === undefined ? undefined : nonWitnessUtxo?.outputs[vout]
}

function addressOf(script: Uint8Array | undefined): string {
  try {
    return Address(regtest).encode(OutScript.decode(script ?? new Uint8Array()))
  } catch {
    return 'an unknown script'
  }
}

function shorten(address: string): string {
  return address.length > 20 ? `${address.slice(0, 8)}…${address.slice(-6)}` : address
}
