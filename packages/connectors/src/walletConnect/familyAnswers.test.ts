import { bitcoin, bitcoinMainnet } from '@latchkey/bitcoin'
import { connect } from '@latchkey/core'
import { mainnet } from '@latchkey/core/chains'
import { type CosmosProvider, cosmos, cosmosHub } from '@latchkey/cosmos'
import type { PolkadotProvider } from '@latchkey/polkadot'
import { polkadot, polkadotMainnet } from '@latchkey/polkadot'
import type { BitcoinProvider } from '@latchkey/protocol/internal/bitcoin'
import { type SolanaProvider, solana, solanaMainnet } from '@latchkey/solana'
import { base58, base64 } from '@scure/base'
import nacl from 'tweetnacl'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { solanaTransfer } from '../../../solana/test/solanaTransfer.js'
import type { FakePhone } from '../../test/fakePhone.js'
import { openPairingWorld, type PairingWorld } from '../../test/pairingWorld.js'

const keys = nacl.sign.keyPair.fromSeed(new Uint8Array(32).fill(3))
const addresses = {
  solana: base58.encode(keys.publicKey),
  bip122: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  polkadot: '12bzRJfh7arnnfPPUZHeJUaE62QLEwhK48QnH9LXeK2m1iZU',
  cosmos: 'cosmos1sguafvgmel6f880ryvq8efh9522p8zvmrzlcrq',
}
const chains = { solana: solanaMainnet, bip122: bitcoinMainnet, polkadot: polkadotMainnet, cosmos: cosmosHub }
type Family = keyof typeof chains
const chainOf = (family: Family) => chains[family].caipNetworkId

let world: PairingWorld
beforeEach(() => {
  world = openPairingWorld({
    chains: [mainnet, solanaMainnet, bitcoinMainnet, polkadotMainnet, cosmosHub],
    namespaces: [
      bitcoin({ wallets: false }),
      cosmos({ wallets: false }),
      polkadot({ wallets: false }),
      solana({ wallets: false }),
    ],
  })
})
afterEach(() => world.close())

async function open<provider>(family: Family, methods: readonly string[]) {
  const connecting = connect(world.config, { connector: 'walletConnect', chainId: chainOf(family) })
  connecting.catch(() => {})
  const phone = world.scan(await world.uri())
  const own = { chains: [chainOf(family)], accounts: [`${chainOf(family)}:${addresses[family]}`], methods, events: [] }
  await phone.approve({ namespaces: { [family]: own } })
  await connecting
  return { phone, provider: (await world.connector().getProvider(family)) as provider }
}

async function answered<value>(phone: FakePhone, asking: Promise<value> | undefined, answer: unknown) {
  asking?.catch(() => {})
  const asked = await phone.next()
  asked.answer(answer)
  return { asked, result: asking }
}

describe('solana', () => {
  it('a wallet of old gets the fields of a legacy transaction, and its bare signature is put in place', async () => {
    const { phone, provider } = await open<SolanaProvider>('solana', ['solana_signTransaction'])
    const transaction = solanaTransfer(keys.publicKey, 'legacy')
    const request = { address: addresses.solana, chainId: solanaMainnet.caipNetworkId, transaction }
    const signature = nacl.sign.detached(transaction.slice(65), keys.secretKey)
    const { asked, result } = await answered(phone, provider.signTransaction(request), {
      signature: base58.encode(signature),
    })
    expect(asked.params).toMatchObject({
      transaction: base64.encode(transaction),
      pubkey: addresses.solana,
      feePayer: addresses.solana,
      recentBlockhash: base58.encode(new Uint8Array(32).fill(8)),
      instructions: [
        {
          programId: base58.encode(new Uint8Array(32)),
          keys: [
            { pubkey: addresses.solana, isSigner: true, isWritable: true },
            { pubkey: base58.encode(new Uint8Array(32).fill(9)), isSigner: false, isWritable: true },
          ],
          data: base58.encode(new Uint8Array([2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0])),
        },
      ],
    })
    const signed = (await result) ?? new Uint8Array()
    expect(nacl.sign.detached.verify(signed.slice(65), signed.slice(1, 65), keys.publicKey)).toBe(true)
  })

  it('a wallet that signs one at a time is asked for each; one that does not send leaves that to the caller', async () => {
    const { phone, provider } = await open<SolanaProvider>('solana', ['solana_signTransaction'])
    expect(provider.signAndSendTransaction).toBeUndefined()
    const transactions = [solanaTransfer(keys.publicKey, 0), solanaTransfer(keys.publicKey, 'legacy')]
    const all = provider.signAllTransactions({
      address: addresses.solana,
      chainId: solanaMainnet.caipNetworkId,
      transactions,
    })
    for (const transaction of transactions) {
      const asked = await phone.next()
      expect(asked.method).toBe('solana_signTransaction')
      asked.answer({ transaction: base64.encode(transaction) })
    }
    expect(await all).toEqual(transactions)
  })

  it('sends with the options of the caller', async () => {
    const { phone, provider } = await open<SolanaProvider>('solana', ['solana_signAndSendTransaction'])
    const sending = provider.signAndSendTransaction?.({
      address: addresses.solana,
      chainId: solanaMainnet.caipNetworkId,
      transaction: solanaTransfer(keys.publicKey, 0),
      options: { skipPreflight: true, maxRetries: 3 },
    })
    const signature = base58.encode(new Uint8Array(64).fill(5))
    const { asked, result } = await answered(phone, sending, { signature })
    expect(asked.params).toMatchObject({ sendOptions: { skipPreflight: true, maxRetries: 3 } })
    expect(await result).toBe(signature)
  })

  it.each([
    [{}],
    [null],
    ['yes'],
    [{ signature: 'abc' }],
    [{ signature: 7 }],
    [{ signature: '0OIl' }],
    [{ transaction: 'AAAA' }],
  ])('an answer that cannot be one is no signature: %j', async (answer) => {
    const { phone, provider } = await open<SolanaProvider>('solana', ['solana_signTransaction', 'solana_signMessage'])
    const request = { address: addresses.solana, chainId: solanaMainnet.caipNetworkId }
    const transaction = solanaTransfer(keys.publicKey, 0)
    for (const asking of [
      () => provider.signTransaction({ ...request, transaction }),
      () => provider.signMessage({ ...request, message: new Uint8Array([1]) }),
    ]) {
      const { result } = await answered<unknown>(phone, asking(), answer)
      await expect(result).rejects.toMatchObject({ code: 'WALLET_BAD_ANSWER' })
    }
  })
})

describe('bip122', () => {
  const ordinal = 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'
  const publicKey = '02'.padEnd(66, 'a')

  it('asks for the addresses once, and keeps what it was told', async () => {
    const { phone, provider } = await open<BitcoinProvider>('bip122', ['getAccountAddresses', 'signMessage'])
    const told = [
      { address: ordinal, publicKey, path: "m/86'/0'/0'/0/0" },
      { address: addresses.bip122, publicKey, path: "m/84'/0'/0'/0/0", intention: 'payment' },
      { address: 'not an address', publicKey },
      7,
    ]
    const { asked, result } = await answered(phone, provider.getAccounts(), told)
    expect(asked).toMatchObject({ method: 'getAccountAddresses', params: { account: addresses.bip122 } })
    const expected = [
      { account: `${chainOf('bip122')}:${addresses.bip122}`, type: 'payment', publicKey, path: "m/84'/0'/0'/0/0" },
      { account: `${chainOf('bip122')}:${ordinal}`, type: 'ordinal', publicKey, path: "m/86'/0'/0'/0/0" },
    ]
    expect(await result).toEqual(expected)
    expect(await provider.getAccounts()).toEqual(expected)
    const { facts } = world.config.state.connections.get('walletConnect') ?? {}
    expect(facts?.[`bip122:000000000019d6689c085ae165831e93:${ordinal}`]).toMatchObject({ type: 'ordinal' })
    // The wallet knows the account by its first address.
    const signing = provider.signMessage({ address: ordinal, message: 'hi' })
    const signed = await answered(phone, signing, { address: ordinal, signature: '00ff' })
    expect(signed.asked.params).toMatchObject({ account: addresses.bip122, address: ordinal })
    expect(await signed.result).toBe('AP8=')
  })

  it('lets the wallet send, in satoshi as text', async () => {
    const { phone, provider } = await open<BitcoinProvider>('bip122', ['sendTransfer'])
    const to = ordinal
    const request = { address: addresses.bip122, chainId: chainOf('bip122'), to, amount: 123_456_789_012n }
    const txid = 'ab'.repeat(32)
    const { asked, result } = await answered(phone, provider.sendTransfer?.(request), { txid })
    expect(asked.params).toEqual({ account: addresses.bip122, recipientAddress: to, amount: '123456789012' })
    expect(await result).toBe(txid)
    const bad = await answered(phone, provider.sendTransfer?.(request), { txid: 'soon' })
    await expect(bad.result).rejects.toMatchObject({ code: 'WALLET_BAD_ANSWER' })
  })

  it('refuses what is no PSBT and no signature, and what was not granted', async () => {
    const { phone, provider } = await open<BitcoinProvider>('bip122', ['signPsbt', 'signMessage'])
    expect(provider.sendTransfer).toBeUndefined()
    const psbt = {
      chainId: chainOf('bip122'),
      psbt: new Uint8Array(5),
      inputs: [{ index: 0, address: addresses.bip122 }],
    }
    for (const answer of [{ psbt: 'AAAA' }, { psbt: '%' }, {}, null]) {
      const { asked, result } = await answered(phone, provider.signPsbt(psbt), answer)
      expect(asked.params).toMatchObject({ broadcast: false, signInputs: [{ index: 0, address: addresses.bip122 }] })
      await expect(result).rejects.toMatchObject({ code: 'WALLET_BAD_ANSWER' })
    }
    for (const answer of [{ signature: '' }, { signature: '%%' }, {}]) {
      const signing = provider.signMessage({ address: addresses.bip122, message: 'hi' })
      await expect((await answered(phone, signing, answer)).result).rejects.toMatchObject({ code: 'WALLET_BAD_ANSWER' })
    }
    expect(await provider.getAccounts()).toMatchObject([{ type: 'payment' }])
  })
})

describe('polkadot and cosmos', () => {
  it('bytes that are no text go as hex, and signatures that cannot be some are refused', async () => {
    const { phone, provider } = await open<PolkadotProvider>('polkadot', ['polkadot_signMessage'])
    expect(provider.signPayload).toBeUndefined()
    const signing = provider.signMessage({ address: addresses.polkadot, message: new Uint8Array([0xff]) })
    const { asked, result } = await answered(phone, signing, { signature: `0x${'AB'.repeat(64)}` })
    expect(asked.params).toEqual({ address: addresses.polkadot, message: '0x3c42797465733eff3c2f42797465733e' })
    expect(await result).toBe(`0x${'ab'.repeat(64)}`)
    const wrapped = provider.signMessage({
      address: addresses.polkadot,
      message: new TextEncoder().encode('<Bytes>hi</Bytes>'),
    })
    const bad = await answered(phone, wrapped, { signature: '0xabcd' })
    expect(bad.asked.params).toMatchObject({ message: '<Bytes>hi</Bytes>' })
    await expect(bad.result).rejects.toMatchObject({ code: 'WALLET_BAD_ANSWER' })
  })

  it('takes the signature where a wallet puts it, and refuses one without its key', async () => {
    const { phone, provider } = await open<CosmosProvider>('cosmos', ['cosmos_signAmino'])
    expect(provider.signDirect).toBeUndefined()
    const pub_key = { type: 'tendermint/PubKeySecp256k1', value: base64.encode(new Uint8Array(33).fill(2)) }
    const signature = base64.encode(new Uint8Array(64).fill(1))
    const sign = () =>
      provider.signMessage({ address: addresses.cosmos, chainId: chainOf('cosmos'), message: new Uint8Array([255]) })
    for (const answer of [{ signature: { pub_key, signature } }, { pub_key, signature }]) {
      const { asked, result } = await answered(phone, sign(), answer)
      expect(asked.params).toMatchObject({ signDoc: { msgs: [{ value: { signer: addresses.cosmos, data: '/w==' } }] } })
      expect(await result).toEqual({ signature, publicKey: '02'.repeat(33) })
    }
    for (const answer of [{ signature }, { pub_key }, null, { signature: { pub_key, signature: 'AAAA' } }]) {
      await expect((await answered(phone, sign(), answer)).result).rejects.toMatchObject({ code: 'WALLET_BAD_ANSWER' })
    }
  })
})
