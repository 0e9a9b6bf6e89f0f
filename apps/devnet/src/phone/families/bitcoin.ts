import { base64, hex } from '@scure/base'
import { NETWORK, p2tr, p2wpkh, selectUTXO, TEST_NETWORK, Transaction } from '@scure/btc-signer'
import type { FamilyWalletChain } from '../../wallets/approvalRequest.js'
import { ProviderError } from '../../wallets/providerError.js'
import { signBip137, signBip322 } from './bitcoinMessage.js'
import { type FamilyKey, secp256k1Key } from './familyKeys.js'
import { type PhoneFamily, reading, readText, toMessage, unknownAccount, unknownMethod } from './phoneFamily.js'

type Intention = 'payment' | 'ordinal'
type Entry = {
  readonly intention: Intention
  readonly key: FamilyKey
  readonly address: string
  readonly script: Uint8Array
  readonly tapInternalKey?: Uint8Array
}

const [mainnet, testnet] = ['bip122:000000000019d6689c085ae165831e93', 'bip122:000000000933ea01ad0ee984209779ba']
/** An offer to replace it later by one with a higher fee. */
const replaceable = 0xfffffffd

/** Bitcoin on the phone. @see https://docs.walletconnect.network/wallet-sdk/chain-support/bitcoin */
export function createBitcoinFamily(index: number): PhoneFamily {
  function entries(chain: FamilyWalletChain): readonly [Entry, Entry] {
    const network = networkOf(chain)
    const coin = chain.chainId === mainnet ? 0 : 1
    const payment = secp256k1Key(`m/84'/${coin}'/0'/0/${index}`)
    const ordinal = secp256k1Key(`m/86'/${coin}'/0'/0/${index}`)
    const tapInternalKey = ordinal.publicKey.slice(1)
    const [segwit, taproot] = [p2wpkh(payment.publicKey, network), p2tr(tapInternalKey, undefined, network)]
    return [
      { intention: 'payment', key: payment, address: segwit.address ?? '', script: segwit.script },
      { intention: 'ordinal', key: ordinal, address: taproot.address ?? '', script: taproot.script, tapInternalKey },
    ]
  }

  function find(chain: FamilyWalletChain, address: string): Entry {
    const entry = entries(chain).find((each) => each.address === address)
    if (entry) return entry
    throw unknownAccount
  }

  const describe = (chain: FamilyWalletChain) =>
    entries(chain).map(({ address, key, intention }) => ({
      address,
      publicKey: hex.encode(key.publicKey),
      path: key.path,
      intention,
    }))

  return {
    methods: ['getAccountAddresses', 'sendTransfer', 'signMessage', 'signPsbt'],
    addresses: (chain) => entries(chain).map(({ address }) => address),
    properties: (chains) => ({ bip122_getAccountAddresses: JSON.stringify(chains.flatMap(describe)) }),
    async answer({ method, params, chain, confirm }) {
      const account = readText(params, 'account')
      find(chain, account)
      const rows = [{ label: 'Network', value: chain.name }]
      switch (method) {
        case 'getAccountAddresses': {
          const wanted = Array.isArray(params.intentions) ? (params.intentions as unknown[]) : undefined
          return describe(chain).filter(({ intention }) => wanted === undefined || wanted.includes(intention))
        }
        case 'signMessage': {
          const message = readText(params, 'message')
          const address = typeof params.address === 'string' ? params.address : account
          const entry = find(chain, address)
          await confirm(address, toMessage(new TextEncoder().encode(message)))
          const { privateKey } = entry.key
          const isPlain = params.protocol === 'ecdsa' && !entry.tapInternalKey
          const signature = isPlain ? signBip137(message, privateKey) : signBip322(message, { ...entry, privateKey })
          return { address, signature: hex.encode(base64.decode(signature)) }
        }
        case 'signPsbt': {
          const transaction = reading('The PSBT', () => readPsbt(readText(params, 'psbt')))
          const inputs = Array.isArray(params.signInputs) ? (params.signInputs as SignInput[]) : []
          const text = { title: 'Sign', rows, details: { label: 'PSBT', text: readText(params, 'psbt') } }
          await confirm(account, { kind: 'familyTransaction', text })
          for (const input of inputs) sign(transaction, input, find(chain, String(input.address)))
          if (params.broadcast !== true) return { psbt: base64.encode(transaction.toPSBT()) }
          transaction.finalize()
          const txid = await send(chain, transaction.hex)
          return { psbt: base64.encode(transaction.toPSBT()), txid }
        }
        case 'sendTransfer': {
          const to = readText(params, 'recipientAddress')
          const amount = reading('The amount', () => BigInt(String(params.amount)))
          const entry = find(chain, account)
          const transaction = await build(chain, entry, to, amount)
          const fee = { label: 'Network fee', value: `${transaction.fee} sat` }
          const text = { title: 'Send', hero: `${amount} sat`, rows: [{ label: 'To', value: to }, ...rows, fee] }
          await confirm(account, { kind: 'familyTransaction', text })
          transaction.sign(entry.key.privateKey)
          transaction.finalize()
          return { txid: await send(chain, transaction.hex) }
        }
        default:
          throw unknownMethod
      }
    },
  }
}

type SignInput = { readonly index?: unknown; readonly address?: unknown; readonly sighashTypes?: unknown }

function sign(transaction: Transaction, { index, sighashTypes }: SignInput, { key, tapInternalKey }: Entry): void {
  reading('An input', () => {
    const at = Number(index)
    if (tapInternalKey && !transaction.getInput(at).tapInternalKey) transaction.updateInput(at, { tapInternalKey })
    const allowed = Array.isArray(sighashTypes) ? (sighashTypes as number[]) : undefined
    if (!transaction.signIdx(key.privateKey, at, allowed)) throw new RangeError('It is not of this account.')
  })
}

function readPsbt(text: string): Transaction {
  return Transaction.fromPSBT(base64.decode(text), { allowUnknownOutputs: true })
}

/** A transfer out of the account's coins, with a fee for the next blocks. */
async function build(chain: FamilyWalletChain, entry: Entry, to: string, amount: bigint): Promise<Transaction> {
  type Coin = { readonly txid: string; readonly vout: number; readonly value: number }
  const coins = (await read(chain, `/address/${entry.address}/utxo`)) as readonly Coin[]
  const fees = (await read(chain, '/fee-estimates')) as { readonly [blocks: string]: number }
  const inputs = coins.map(({ txid, vout, value }) => ({
    txid,
    index: vout,
    sequence: replaceable,
    witnessUtxo: { script: entry.script, amount: BigInt(value) },
    ...(entry.tapInternalKey ? { tapInternalKey: entry.tapInternalKey } : {}),
  }))
  const chosen = reading('The receiver', () =>
    selectUTXO(inputs, [{ address: to, amount }], 'default', {
      changeAddress: entry.address,
      feePerByte: BigInt(Math.max(1, Math.ceil(fees['2'] ?? fees['1'] ?? 1))),
      bip69: true,
      createTx: true,
      network: networkOf(chain),
    }),
  )
  if (chosen?.tx) return chosen.tx
  throw new ProviderError(-32000, 'The account does not hold enough for the amount and the network fee.')
}

function networkOf({ chainId }: FamilyWalletChain) {
  if (chainId === mainnet) return NETWORK
  return chainId === testnet ? TEST_NETWORK : { ...TEST_NETWORK, bech32: 'bcrt' }
}

async function read({ url }: FamilyWalletChain, path: string): Promise<unknown> {
  const response = await fetch(`${url}${path}`)
  if (!response.ok) throw new ProviderError(-32603, `The network answered with ${response.status}.`)
  return response.json()
}

async function send({ url }: FamilyWalletChain, body: string): Promise<string> {
  const response = await fetch(`${url}/tx`, { method: 'POST', body })
  const text = await response.text()
  if (!response.ok) throw new ProviderError(-32000, text.slice(0, 300))
  return text.trim()
}
