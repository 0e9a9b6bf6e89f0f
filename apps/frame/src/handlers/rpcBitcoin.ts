import { LatchkeyError } from '@latchkey/protocol/errors'
import { fromBase64Url } from '@latchkey/protocol/internal/bytes'
import { base64, hex } from '@scure/base'
import { Address, OutScript, selectUTXO, Transaction } from '@scure/btc-signer'
import { broadcastBitcoin } from '../chains/broadcastBitcoin.js'
import { createEsploraClient, type EsploraClient } from '../chains/createEsploraClient.js'
import { type BitcoinAccount, bitcoinAccounts } from '../signing/bitcoin/bitcoinAccounts.js'
import { bitcoinNetworkOf } from '../signing/bitcoin/bitcoinNetwork.js'
import { readBitcoinParams } from '../signing/bitcoin/bitcoinParams.js'
import { describePsbt } from '../signing/bitcoin/describePsbt.js'
import { prepareBitcoinMessage } from '../signing/bitcoin/prepareBitcoinMessage.js'
import { type AskedInput, checkCoins, readPsbt } from '../signing/bitcoin/readPsbt.js'
import type { Embedder, FrameChain, FrameSettings, Wallet } from '../types.js'
import { type Asking, approveAndSign } from './approveAndSign.js'

/** The context of a Bitcoin request that needs approval. */
export type BitcoinAsking = Omit<Asking, 'client' | 'locks'> & {
  readonly settings: Pick<FrameSettings, 'apiUrl'>
  readonly embedder: Embedder
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
}

/** One Bitcoin account in the response to a page; the public key only while the wallet is unlocked. */
export type BitcoinAddress = {
  readonly address: string
  readonly intention: 'payment' | 'ordinal'
  readonly path: string
  readonly publicKey?: string
}

/**
 * Answers `getAccountAddresses`: the accounts of the signed-in owner. A question never opens the wallet, since that could need
 * a person; so without an open wallet the addresses come without their public keys.
 *
 * @param parts - The network, the wallet, and what ends the question.
 * @returns The accounts, the payment account first; none when nobody is signed in.
 */
export async function readBitcoinAccounts(parts: {
  readonly chain: FrameChain
  readonly wallet: Wallet & { isOpen(): Promise<boolean> }
  readonly signal: AbortSignal
}): Promise<readonly BitcoinAddress[]> {
  const { chain, wallet, signal } = parts
  if (!wallet.user) return []
  const isOpen = await wallet.isOpen()
  const keys = isOpen ? (await wallet.sign({ kind: 'bitcoinKeys' }, { signal })).split(',') : []
  return bitcoinAccounts(requireBitcoin(chain), wallet.user.addresses).map(({ address, intention, path }, at) => {
    const publicKey = keys[at]
    return { address, intention, path, ...(publicKey === undefined ? {} : { publicKey }) }
  })
}

/** The confirmation target of a transfer in blocks, and the fallback fee rate in satoshi per virtual byte. */
const soon = 6
const lowestRate = 1

/**
 * Shows the approval of a Bitcoin request, and executes it once approved.
 *
 * @param method - The method.
 * @param asking - What it needs.
 * @returns What the method answers; bytes as base64.
 */
export async function askBitcoin(method: string, asking: BitcoinAsking): Promise<unknown> {
  const { params, user, chain, origin, settings, embedder, signal, fetch } = asking
  const accounts = bitcoinAccounts(requireBitcoin(chain), user.addresses)
  const client = createEsploraClient({ settings, projectId: embedder.projectId, chain, signal, fetch })
  switch (method) {
    case 'signMessage': {
      const { account: address, message, protocol } = readBitcoinParams('signMessage', params)
      const account = accountOf(accounts, address)
      if (protocol === 'ecdsa' && account.intention === 'ordinal') {
        throw new LatchkeyError('INVALID_PARAMS', 'A P2TR account signs messages with BIP-322 only')
      }
      const context = { chain, origin, account: address }
      const signed = await approveAndSign(asking, prepareBitcoinMessage(message, account, protocol, context))
      return { address, signature: base64.encode(fromBase64Url(signed)) }
    }
    case 'signPsbt': {
      const { psbt, signInputs, broadcast } = readBitcoinParams('signPsbt', params)
      return signPsbt(asking, accounts, client, { psbt, asked: signInputs, isSent: broadcast })
    }
    case 'sendTransfer': {
      const { account: address, recipientAddress, amount } = readBitcoinParams('sendTransfer', params)
      const account = accountOf(accounts, address)
      if (account.intention === 'ordinal') {
        throw new LatchkeyError('INVALID_PARAMS', 'Coins that may carry inscriptions are not chosen by the wallet')
      }
      const psbt = await buildTransfer(client, asking, account, { to: recipientAddress, amount })
      const asked = Array.from({ length: psbt.inputsLength }, (_, index) => ({ index, address }))
      const { txid } = await signPsbt(asking, accounts, client, { psbt: psbt.toPSBT(), asked, isSent: true })
      return { txid }
    }
    default:
      throw new LatchkeyError('UNSUPPORTED_METHOD', 'Requested RPC call is not allowed', { rpcCode: 4200 })
  }
}

async function signPsbt(
  asking: BitcoinAsking,
  accounts: readonly BitcoinAccount[],
  client: EsploraClient,
  { psbt, asked, isSent }: { psbt: Uint8Array; asked: readonly AskedInput[]; isSent: boolean },
): Promise<{ psbt: string; txid?: string }> {
  const { chain, origin } = asking
  const read = readPsbt(psbt, accounts, asked)
  const inputs = [...new Set(asked.map(({ index }) => index))]
  if (isSent && inputs.length < read.inputs.length) {
    throw new LatchkeyError('INVALID_PARAMS', 'A transaction is only sent when all of its inputs are signed')
  }
  await checkCoins(read.inputs, client, chain)
  const account = asked[0]?.address ?? ''
  const approval = describePsbt(read, { chain, origin, account, accounts }, isSent)
  const signed = fromBase64Url(
    await approveAndSign(asking, { approval, request: { kind: 'bitcoinPsbt', psbt, inputs } }),
  )
  if (!isSent) return { psbt: base64.encode(signed) }
  const transaction = Transaction.fromPSBT(signed, { allowUnknownOutputs: true })
  transaction.finalize()
  // What goes out must be what was shown, signatures aside.
  if (hex.encode(transaction.unsignedTx) !== hex.encode(read.transaction.unsignedTx)) {
    throw new LatchkeyError('WALLET_BAD_ANSWER', 'A different transaction was signed than the one shown.')
  }
  const txid = await broadcastBitcoin(client, { hex: transaction.hex, txid: transaction.id })
  return { psbt: base64.encode(transaction.toPSBT()), txid }
}

async function buildTransfer(
  client: EsploraClient,
  { chain, signal }: Pick<BitcoinAsking, 'chain' | 'signal'>,
  account: BitcoinAccount,
  { to, amount }: { to: string; amount: bigint },
): Promise<Transaction> {
  const network = bitcoinNetworkOf(chain)
  const script = hex.decode(account.script)
  const output = { script: scriptOf(to, network), amount }
  const [coins, rate] = await Promise.all([client.coins(account.address), client.feeRate(soon)])
  if (signal.aborted) throw new LatchkeyError('ABORTED', 'Request was aborted')
  const inputs = coins
    .filter(({ status }) => status.confirmed)
    .map(({ txid, vout, value }) => ({ txid, index: vout, witnessUtxo: { script, amount: BigInt(value) } }))
  const chosen = selectUTXO(inputs, [output], 'default', {
    changeAddress: account.address,
    feePerByte: BigInt(Math.ceil(Math.max(rate ?? lowestRate, lowestRate))),
    network,
    bip69: false,
    createTx: true,
  })
  if (!chosen?.tx) {
    throw new LatchkeyError('INSUFFICIENT_FUNDS', 'The account does not hold this sum and the fee for it.')
  }
  return chosen.tx
}

function scriptOf(address: string, network: ReturnType<typeof bitcoinNetworkOf>): Uint8Array {
  try {
    return OutScript.encode(Address(network).decode(address))
  } catch (cause) {
    throw new LatchkeyError('INVALID_ADDRESS', 'The receiver is not an address of this network', { cause })
  }
}

function accountOf(accounts: readonly BitcoinAccount[], address: string): BitcoinAccount {
  const account = accounts.find((each) => each.address === address)
  if (account) return account
  throw new LatchkeyError('INVALID_PARAMS', 'This account does not belong to the wallet that is signed in here')
}

function requireBitcoin(chain: FrameChain): FrameChain {
  if (chain.id.startsWith('bip122:')) return chain
  throw new LatchkeyError('CHAIN_MISMATCH', `${chain.name} is not a Bitcoin network. Switch the network first.`)
}
