import { hex } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import type { BitcoinTestAccount, BitcoinTestAccounts } from '../../chains/bitcoin/bitcoinAccounts.js'
import { regtest } from '../../chains/bitcoin/bitcoinNetwork.js'
import type { WalletKernel } from '../family/walletKernel.js'
import { ProviderError } from '../providerError.js'
import { coinsOf, sendRaw } from './bitcoinExplorer.js'
import { signBip322, signEcdsa } from './signBitcoinMessage.js'
import {
  checkInputs,
  describePsbt,
  finalizePsbt,
  type InputToSign,
  inBitcoin,
  ownInputs,
  readPsbt,
  signInputs,
} from './signBitcoinPsbt.js'

/** Satoshi for each virtual byte: twice what nodes ask for at least. */
const feeRate = 2n
const dust = 330n

/** A receiver and the amount. */
export type Recipient = { readonly address: string; readonly amount: bigint }

/** What the three conventions of the Bitcoin wallet have in common. */
export type BitcoinWalletCore = ReturnType<typeof createBitcoinWalletCore>

/** Creates the part of the Bitcoin wallet that signs, whatever way it was asked. */
export function createBitcoinWalletCore(kernel: WalletKernel, all: readonly BitcoinTestAccounts[]) {
  /** The accounts of the selected number, the payment account first. */
  const current = (): readonly [BitcoinTestAccount, BitcoinTestAccount] => {
    const pair = all[kernel.selected()]
    if (pair === undefined) throw new ProviderError(-32603, 'The wallet has no account.')
    return [pair.payment, pair.ordinal]
  }
  const requirePermission = () => {
    if (!kernel.permitted()) throw new ProviderError(4100, 'The site is not connected to the wallet.')
  }
  const accountOf = (address: unknown): BitcoinTestAccount => {
    requirePermission()
    const account = current().find((one) => one.address === address)
    if (account === undefined) throw new ProviderError(4100, `The site may not use the account ${String(address)}.`)
    return account
  }
  const send = (psbt: Transaction) => sendRaw(kernel.chain.url, hex.encode(psbt.extract()))

  return {
    all,
    current,
    accountOf,
    requirePermission,
    /** The accounts that the site may see. */
    visible: () => (kernel.permitted() && !kernel.switches.disconnected ? current() : []),
    connect: () =>
      kernel.connect(
        current().map(({ address }) => address),
        ['Payments', 'Ordinals'],
      ),
    async signMessage(address: unknown, message: Uint8Array, protocol: 'bip322' | 'ecdsa'): Promise<string> {
      const account = accountOf(address)
      await kernel.confirm({ kind: 'message', text: readable(message), raw: `0x${hex.encode(message)}` })
      return protocol === 'bip322' ? signBip322(account, message) : signEcdsa(account, message)
    },
    /** Asks, signs, and sends if it is to. Without inputs it signs all that are its own. */
    async signPsbt(
      bytes: Uint8Array,
      wanted: readonly InputToSign[] | undefined,
      { broadcast = false, finalize = false }: { broadcast?: boolean; finalize?: boolean } = {},
    ): Promise<{ psbt: Uint8Array; txid?: string }> {
      requirePermission()
      const psbt = readPsbt(bytes)
      const inputs = wanted ?? ownInputs(psbt, current())
      checkInputs(psbt, inputs)
      await kernel.confirm({
        kind: 'familyTransaction',
        text: describePsbt(psbt, inputs, current(), kernel.chain.name),
      })
      signInputs(psbt, inputs)
      if (!broadcast && !finalize) return { psbt: psbt.toPSBT() }
      // A wallet that is asked to finalise does so for what it signed; to be sent, all must be complete.
      if (broadcast) finalizePsbt(psbt)
      else for (const { index } of inputs) psbt.finalizeIdx(index)
      return broadcast ? { psbt: psbt.toPSBT(), txid: await send(psbt) } : { psbt: psbt.toPSBT() }
    },
    /** Chooses coins of the payment account, asks, signs and sends; the id of the transaction. */
    async sendTransfer(recipients: readonly Recipient[]): Promise<string> {
      requirePermission()
      const [payment] = current()
      const psbt = await buildTransfer(kernel.chain.url, payment, recipients)
      const inputs = ownInputs(psbt, [payment])
      await kernel.confirm({
        kind: 'familyTransaction',
        text: describePsbt(psbt, inputs, current(), kernel.chain.name),
      })
      signInputs(psbt, inputs)
      finalizePsbt(psbt)
      return send(psbt)
    },
    /** Sends what was signed before. */
    async push(bytes: Uint8Array): Promise<string> {
      requirePermission()
      const psbt = readPsbt(bytes)
      if (!psbt.isFinal) finalizePsbt(psbt)
      return send(psbt)
    },
    async balance(): Promise<bigint> {
      requirePermission()
      const coins = await coinsOf(kernel.chain.url, current()[0].address)
      return coins.reduce((sum, { value }) => sum + BigInt(value), 0n)
    },
  }
}

async function buildTransfer(
  url: string,
  payment: BitcoinTestAccount,
  recipients: readonly Recipient[],
): Promise<Transaction> {
  const psbt = new Transaction()
  if (recipients.length === 0) throw new ProviderError(-32602, 'A transfer needs a recipient.')
  for (const { address, amount } of recipients) {
    if (amount < dust) throw new ProviderError(-32602, `The amount is too small: at least ${dust} satoshi.`)
    try {
      psbt.addOutputAddress(address, amount, regtest)
    } catch {
      throw new ProviderError(-32602, 'The recipient is not an address of this network.')
    }
  }
  const wanted = recipients.reduce((sum, { amount }) => sum + amount, 0n)
  let taken = 0n
  // Sizes of P2WPKH: 11 for the frame, 68 for an input, 43 for the largest output, one of them for the change.
  let fee = feeRate * BigInt(11 + 43 * (recipients.length + 1))
  for (const { txid, vout, value } of [...(await coinsOf(url, payment.address))].sort((a, b) => b.value - a.value)) {
    if (taken >= wanted + fee) break
    psbt.addInput({ txid, index: vout, witnessUtxo: { script: payment.script, amount: BigInt(value) } })
    taken += BigInt(value)
    fee += feeRate * 68n
  }
  if (taken < wanted + fee) {
    throw new ProviderError(-32603, `The account holds ${inBitcoin(taken)} BTC, which is not enough.`)
  }
  const change = taken - wanted - fee
  if (change >= dust) psbt.addOutput({ script: payment.script, amount: change })
  return psbt
}

function readable(message: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(message)
  } catch {
    return `0x${hex.encode(message)}`
  }
}
