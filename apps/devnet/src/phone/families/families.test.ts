import { Secp256k1HdWallet } from '@cosmjs/amino'
import {
  encodeAddress,
  keyExtractSuri,
  keyFromPath,
  mnemonicToMiniSecret,
  sr25519PairFromSeed,
} from '@polkadot/util-crypto'
import { base58, base64, hex } from '@scure/base'
import { p2tr, p2wpkh, TEST_NETWORK, Transaction } from '@scure/btc-signer'
import {
  address,
  appendTransactionMessageInstruction,
  createNoopSigner,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  partiallySignTransactionMessageWithSigners,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshAddress, solanaKit } from '../../../test/solanaKit.js'
import { startBitcoinChain } from '../../chains/bitcoin/startBitcoinChain.js'
import { mnemonic } from '../../chains/evm/accounts.js'
import { solanaAccounts } from '../../chains/solana/accounts.js'
import { startSolanaChain } from '../../chains/solana/startSolanaChain.js'
import { createPhoneFamilies } from './createPhoneFamilies.js'
import { secp256k1Key } from './familyKeys.js'
import type { FamilyQuestion } from './phoneFamily.js'

const families = createPhoneFamilies(1)
const chainOf = (chainId: string, url = 'http://127.0.0.1:9') => ({ chainId, url, name: chainId }) as never
const first = (namespace: string, chain: never) => families[namespace]?.addresses(chain)[0] ?? ''
const asked: FamilyQuestion[] = []
const ask = (namespace: string, chain: never, method: string, params: { [key: string]: unknown }) =>
  families[namespace]?.answer({
    method,
    params,
    chain,
    confirm: async (_, question) => void asked.push(question),
  }) as Promise<{ [key: string]: unknown }>

describe('accounts', () => {
  it('behavior: are those that the libraries of each family make of the same words', async () => {
    const { path } = keyExtractSuri(`${mnemonic}//1`)
    const pair = keyFromPath(sr25519PairFromSeed(mnemonicToMiniSecret(mnemonic)), path, 'sr25519')
    expect(first('polkadot', chainOf('polkadot:local'))).toBe(encodeAddress(pair.publicKey, 42))
    expect(first('polkadot', chainOf('polkadot:91b171bb158e2d3848fa23a9f1c25182'))).toBe(
      encodeAddress(pair.publicKey, 0),
    )
    const { makeCosmoshubPath } = await import('@cosmjs/amino')
    const wallet = await Secp256k1HdWallet.fromMnemonic(mnemonic, { hdPaths: [makeCosmoshubPath(1)] })
    expect(first('cosmos', chainOf('cosmos:latchkey-1'))).toBe((await wallet.getAccounts())[0]?.address)
    expect(first('solana', chainOf('solana:local'))).toBe(solanaAccounts[1]?.address)
  })
})

describe('bitcoin', () => {
  let chain: Awaited<ReturnType<typeof startBitcoinChain>>
  beforeAll(async () => {
    chain = await startBitcoinChain()
  }, 60_000)
  afterAll(() => chain?.stop())
  const text = async (path: string) => (await fetch(`${chain.url}${path}`)).text()

  it('behavior: sends a transfer that a full node takes, and says what it costs before', async () => {
    const local = chainOf(chain.chainId, chain.url)
    const account = first('bip122', local)
    await chain.fund(account)
    const receiver = families.bip122?.addresses(local)[1]
    const { txid } = await ask('bip122', local, 'sendTransfer', {
      account,
      recipientAddress: receiver,
      amount: '70000',
    })
    expect(JSON.parse(await text(`/tx/${txid}`)).vout).toContainEqual(
      expect.objectContaining({ scriptpubkey_address: receiver, value: 70_000 }),
    )
    expect(asked.at(-1)).toMatchObject({
      text: { hero: '70000 sat', rows: [{ value: receiver }, {}, { label: 'Network fee' }] },
    })
    await expect(
      ask('bip122', local, 'sendTransfer', { account, recipientAddress: receiver, amount: '999999999999' }),
    ).rejects.toMatchObject({ code: -32000 })
    await expect(
      ask('bip122', local, 'sendTransfer', { account, recipientAddress: 'bcrt1qnonsense', amount: '1' }),
    ).rejects.toMatchObject({ code: -32602 })
  })

  it('behavior: signs a PSBT of both kinds of inputs and sends it; the node checks both signatures', async () => {
    const local = chainOf(chain.chainId, chain.url)
    const network = { ...TEST_NETWORK, bech32: 'bcrt' }
    const [payment = '', ordinal = ''] = families.bip122?.addresses(local) ?? []
    const transaction = new Transaction()
    const scripts = {
      [payment]: p2wpkh(secp256k1Key("m/84'/1'/0'/0/1").publicKey, network).script,
      [ordinal]: p2tr(secp256k1Key("m/86'/1'/0'/0/1").publicKey.slice(1), undefined, network).script,
    }
    let total = 0n
    for (const owner of [payment, ordinal]) {
      const [txid] = await chain.fund(owner)
      const coins = JSON.parse(await text(`/address/${owner}/utxo`)) as { txid: string; vout: number; value: number }[]
      const coin = coins.find((one) => one.txid === txid)
      if (!coin) throw new Error('Nothing was given.')
      total += BigInt(coin.value)
      const script = scripts[owner] ?? new Uint8Array()
      transaction.addInput({ txid: coin.txid, index: coin.vout, witnessUtxo: { script, amount: BigInt(coin.value) } })
    }
    transaction.addOutputAddress(payment, total - 2000n, network)
    const params = {
      account: payment,
      psbt: base64.encode(transaction.toPSBT()),
      signInputs: [
        { index: 0, address: payment },
        { index: 1, address: ordinal },
      ],
    }
    const { psbt, txid } = await ask('bip122', local, 'signPsbt', { ...params, broadcast: true })
    expect(hex.encode(base64.decode(String(psbt)))).toMatch(/^70736274ff/)
    expect(JSON.parse(await text(`/tx/${txid}`)).vin).toHaveLength(2)
    const wrong = { ...params, signInputs: [{ index: 0, address: 'bcrt1qsomebody' }] }
    await expect(ask('bip122', local, 'signPsbt', wrong)).rejects.toMatchObject({ code: 4100 })
    await expect(ask('bip122', local, 'signPsbt', { ...params, psbt: 'AAAA' })).rejects.toMatchObject({ code: -32602 })
    await expect(ask('bip122', local, 'nothing', { account: payment })).rejects.toMatchObject({ code: 4200 })
  })
})

describe('solana', () => {
  let chain: Awaited<ReturnType<typeof startSolanaChain>>
  beforeAll(async () => {
    chain = await startSolanaChain({ slotTime: 20 })
  }, 60_000)
  afterAll(() => chain?.stop())

  it('behavior: signs and sends a transfer that the chain runs', async () => {
    const local = chainOf(chain.chainId, chain.url)
    const payer = address(first('solana', local))
    await chain.fund(payer)
    const { rpc } = solanaKit(chain)
    const destination = await freshAddress()
    const { value: lifetime } = await rpc.getLatestBlockhash().send()
    const signer = createNoopSigner(payer)
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (made) => setTransactionMessageFeePayerSigner(signer, made),
      (made) => setTransactionMessageLifetimeUsingBlockhash(lifetime, made),
      (made) =>
        appendTransactionMessageInstruction(
          getTransferSolInstruction({ source: signer, destination, amount: 2_000_000n }),
          made,
        ),
    )
    const transaction = getBase64EncodedWireTransaction(await partiallySignTransactionMessageWithSigners(message))
    const { signature } = await ask('solana', local, 'solana_signAndSendTransaction', { transaction, pubkey: payer })
    expect(base58.decode(String(signature))).toHaveLength(64)
    await expect.poll(async () => (await rpc.getBalance(destination).send()).value).toBe(2_000_000n)
    await expect(
      ask('solana', local, 'solana_signTransaction', { transaction: 'AAAA', pubkey: payer }),
    ).rejects.toMatchObject({ code: -32602 })
    await expect(
      ask('solana', local, 'solana_signMessage', { message: '1', pubkey: destination }),
    ).rejects.toMatchObject({ code: 4100 })
  })
})
