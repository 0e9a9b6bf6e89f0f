import { createPublicKey, ECDH, verify } from 'node:crypto'
import { serializeSignDoc } from '@cosmjs/amino'
import { bitcoin as bitcoinFamily } from '@latchkey/bitcoin'
import {
  type Chain,
  type Config,
  connect,
  createConfig,
  type PairingConnector,
  switchChain,
  toChain,
} from '@latchkey/core'
import { type CosmosProvider, cosmos } from '@latchkey/cosmos'
import { accounts, createPhoneWallet, type PhoneWallet } from '@latchkey/devnet'
import type { PolkadotProvider } from '@latchkey/polkadot'
import { polkadot as polkadotFamily } from '@latchkey/polkadot'
import type { ChainId } from '@latchkey/protocol/caip'
import type { BitcoinProvider } from '@latchkey/protocol/internal/bitcoin'
import type { Eip1193Provider } from '@latchkey/protocol/rpc'
import { type SolanaProvider, solana } from '@latchkey/solana'
import { cryptoWaitReady, decodeAddress, sr25519Verify } from '@polkadot/util-crypto'
import { base58, base64, hex } from '@scure/base'
import { Verifier } from 'bip322-js'
import nacl from 'tweetnacl'
import { type Hex, verifyMessage } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startRelay, type TestRelay } from '../../../../apps/devnet/test/startRelay.js'
import { solanaTransfer } from '../../../solana/test/solanaTransfer.js'
import { nodeSocket } from '../../test/nodeSocket.js'
import { walletConnect } from './walletConnect.js'

// The relay is the server's own, the wallet the protocol's reference implementation with real keys of five families. What it signs
// is checked by libraries that did not sign it.
const url = 'http://127.0.0.1:9'
const ids = [
  'eip155:31337',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
  'bip122:000000000933ea01ad0ee984209779ba',
  'polkadot:91b171bb158e2d3848fa23a9f1c25182',
  'cosmos:latchkey-1',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
] as const satisfies readonly ChainId[]
const [, solanaId, bitcoinId, testnetId, polkadotId, cosmosId, strangeId] = ids
const nativeCurrency = { name: 'Coin', symbol: 'COIN', decimals: 9 }
const chains = ids.map((chainId) => {
  const [chainNamespace = '', id = ''] = chainId.split(':')
  return toChain({
    id: chainNamespace === 'eip155' ? Number(id) : id,
    name: chainId,
    chainNamespace: chainNamespace as 'eip155',
    nativeCurrency,
    rpcUrls: { default: { http: [url] } },
  })
})
const [evm, ...others] = chains as [Chain, ...Chain[]]
const phoneChains = [{ chainId: 31337, name: 'Local', url }]
const families = others
  .filter(({ caipNetworkId }) => caipNetworkId !== strangeId)
  .map(({ caipNetworkId, name }) => ({ chainId: caipNetworkId, name, url }))
// Two inputs of the second account of the local mnemonic, by its P2WPKH and its P2TR address, and one output.
const unsigned =
  'cHNidP8BAHsCAAAAAhERERERERERERERERERERERERERERERERERERERERERAAAAAAD/////IiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIBAAAAAP////8B4CICAAAAAAAWABT4JKC2C8hDbAzysEu4PcFmSHKufQAAAAAAAQEfoIYBAAAAAAAWABT4JKC2C8hDbAzysEu4PcFmSHKufQABAStQwwAAAAAAACJRINIOOmTyZNnLdAhveO6g/02EwUWzRV9PWZ7rJhMGyLttAAA='
let relay: TestRelay
let config: Config
let phone: PhoneWallet
const connector = () => config.connectors[0] as PairingConnector
const get = <provider>(namespace: Parameters<PairingConnector['getProvider']>[0]) =>
  connector().getProvider(namespace) as Promise<provider>
const address = (chain: ChainId, at = 0) =>
  config.state.connections
    .get('walletConnect')
    ?.accounts.filter((account) => account.startsWith(`${chain}:`))
    [at]?.split(':')[2] ?? ''

async function pair(options: { known?: typeof families; chainId?: ChainId } = {}): Promise<void> {
  config = createConfig({
    chains: [evm, ...others],
    namespaces: [
      bitcoinFamily({ wallets: false }),
      cosmos({ wallets: false }),
      polkadotFamily({ wallets: false }),
      solana({ wallets: false }),
    ],
    storage: null,
    connectors: [walletConnect({ relayUrl: relay.url, openSocket: nodeSocket })],
  })
  phone = await createPhoneWallet({ relayUrl: relay.url, chains: phoneChains, families: options.known ?? families })
  const { chainId } = options
  const { uri } = await connector().pairing.start(
    chainId ? { required: chainId, chains: [chainId, ...ids.filter((id) => id !== chainId)] } : {},
  )
  const connecting = connect(config, { connector: 'walletConnect', ...(chainId ? { chainId } : {}) })
  connecting.catch(() => {})
  await phone.pair(uri)
  await connecting
}
async function leave(): Promise<void> {
  config.destroy()
  await phone.close()
}

beforeAll(async () => {
  relay = await startRelay({ chains: [{ caip2: ids[0], name: 'Local', url, nativeCurrency }] })
  await cryptoWaitReady()
}, 60_000)
afterAll(async () => {
  await relay?.stop()
})

describe('one session with five families', () => {
  beforeAll(() => pair(), 60_000)
  afterAll(leave)

  it('is approved at once, with the facts of its Bitcoin accounts', () => {
    const connection = config.state.connections.get('walletConnect')
    expect(new Set(connection?.approved)).toEqual(new Set(ids.filter((id) => id !== strangeId)))
    expect(Object.keys(connection?.chains ?? {}).sort()).toEqual(['bip122', 'cosmos', 'eip155', 'polkadot', 'solana'])
    expect(connection?.chains.bip122).toBe(bitcoinId)
    expect(address(bitcoinId)).toMatch(/^bcrt1q/)
    expect(connection?.facts?.[`${bitcoinId}:${address(bitcoinId)}`]).toMatchObject({
      type: 'payment',
      path: "m/84'/1'/0'/0/1",
    })
    expect(connection?.facts?.[`${bitcoinId}:${address(bitcoinId, 1)}`]).toMatchObject({ type: 'ordinal' })
  })

  it('signs on eip155', async () => {
    const provider = await get<Eip1193Provider>('eip155')
    const signer = accounts[1]?.address as Hex
    const signature = (await provider.request({ method: 'personal_sign', params: ['0x6869', signer] })) as Hex
    expect(await verifyMessage({ address: signer, message: 'hi', signature })).toBe(true)
  })

  it('signs on solana: a message, a transaction, several, and with what old wallets give back', async () => {
    const provider = await get<SolanaProvider>('solana')
    const signer = address(solanaId)
    const key = base58.decode(signer)
    const message = new TextEncoder().encode('hi, Solana')
    const signature = await provider.signMessage({ address: signer, message })
    expect(nacl.sign.detached.verify(message, signature, key)).toBe(true)
    const isSigned = (bytes: Uint8Array) => nacl.sign.detached.verify(bytes.slice(65), bytes.slice(1, 65), key)
    const [legacy, versioned] = [solanaTransfer(key, 'legacy'), solanaTransfer(key, 0)]
    for (const transaction of [legacy, versioned]) {
      const signed = await provider.signTransaction({ address: signer, chainId: solanaId, transaction })
      expect(signed.slice(65)).toEqual(transaction.slice(65))
      expect(isSigned(signed)).toBe(true)
    }
    const all = await provider.signAllTransactions({
      address: signer,
      chainId: solanaId,
      transactions: [legacy, versioned],
    })
    expect(all.map(isSigned)).toEqual([true, true])
    const asked = phone.received.findLast(({ method }) => method === 'solana_signTransaction')
    expect(asked).toMatchObject({ chainId: solanaId, params: { pubkey: signer } })
  })

  it('signs on bip122: messages by both standards, and a PSBT for the address that is asked for', async () => {
    const provider = await get<BitcoinProvider>('bip122')
    const known = await provider.getAccounts()
    expect(known.map(({ type }) => type)).toEqual(['payment', 'payment', 'ordinal', 'ordinal'])
    expect(phone.received.some(({ method }) => method === 'getAccountAddresses')).toBe(false)
    for (const at of [0, 1]) {
      const signer = address(bitcoinId, at)
      const signature = await provider.signMessage({ address: signer, message: 'hi', protocol: 'bip322' })
      expect(Verifier.verifySignature(signer, 'hi', signature)).toBe(true)
      expect(Verifier.verifySignature(signer, 'ho', signature)).toBe(false)
    }
    const signer = address(bitcoinId)
    const plain = await provider.signMessage({ address: signer, message: 'hi', protocol: 'ecdsa' })
    expect(base64.decode(plain)).toHaveLength(65)
    expect(Verifier.verifySignature(signer, 'hi', plain)).toBe(true)
    const { psbt, txid } = await provider.signPsbt({
      chainId: bitcoinId,
      psbt: base64.decode(unsigned),
      inputs: [
        { index: 0, address: signer },
        { index: 1, address: address(bitcoinId, 1) },
      ],
    })
    const { publicKey = '' } = known.find(({ account }) => account.endsWith(signer)) ?? {}
    // A partial signature stands under the key that made it, one of taproot under its own number (BIP-174, BIP-371).
    expect(hex.encode(psbt)).toContain(`2202${publicKey}4`)
    expect(hex.encode(psbt)).toContain('011340')
    expect(txid).toBeUndefined()
  })

  it('signs on polkadot, wrapped, as every wallet does', async () => {
    const provider = await get<PolkadotProvider>('polkadot')
    const signer = address(polkadotId)
    expect(signer).toMatch(/^1/)
    const message = new TextEncoder().encode('hi, Polkadot')
    const signature = await provider.signMessage({ address: signer, message })
    expect(sr25519Verify('<Bytes>hi, Polkadot</Bytes>', signature, decodeAddress(signer))).toBe(true)
    expect(sr25519Verify('hi, Polkadot', signature, decodeAddress(signer))).toBe(false)
    const payload = {
      address: signer,
      blockHash: `0x${'11'.repeat(32)}`,
      era: '0x00',
      genesisHash: `0x91b171bb158e2d3848fa23a9f1c25182${'00'.repeat(16)}`,
      method: '0x0500',
      nonce: '0x00000004',
      specVersion: '0x00000001',
      tip: '0x00',
      transactionVersion: '0x00000001',
      signedExtensions: ['CheckSpecVersion', 'CheckTxVersion', 'CheckGenesis', 'CheckMortality', 'CheckNonce'],
      version: 4,
    }
    const signed = await provider.signPayload?.(payload)
    const bytes = hex.decode(
      `0500${'00'}${'10'}${'01000000'}${'01000000'}${payload.genesisHash.slice(2)}${payload.blockHash.slice(2)}`,
    )
    expect(sr25519Verify(bytes, `0x${signed?.slice(4)}`, decodeAddress(signer))).toBe(true)
  })

  it('signs on cosmos: a message, a document in JSON, and one in bytes', async () => {
    const provider = await get<CosmosProvider>('cosmos')
    const signer = address(cosmosId)
    const { signature, publicKey } = await provider.signMessage({
      address: signer,
      chainId: cosmosId,
      message: 'hi <&>',
    })
    const value = { signer, data: base64.encode(new TextEncoder().encode('hi <&>')) }
    const signDoc = {
      chain_id: '',
      account_number: '0',
      sequence: '0',
      fee: { gas: '0', amount: [] },
      msgs: [{ type: 'sign/MsgSignData', value }],
      memo: '',
    }
    expect(isSecp256k1(serializeSignDoc(signDoc), signature, publicKey)).toBe(true)
    const amino = await provider.signAmino?.({
      address: signer,
      chainId: cosmosId,
      signDoc: { ...signDoc, memo: '<x>' },
    })
    expect(isSecp256k1(serializeSignDoc({ ...signDoc, memo: '<x>' }), amino?.signature, publicKey)).toBe(true)
    const [bodyBytes, authInfoBytes] = [new Uint8Array([1, 2, 3]), new Uint8Array([4, 5])]
    const direct = await provider.signDirect?.({
      address: signer,
      chainId: cosmosId,
      bodyBytes,
      authInfoBytes,
      accountNumber: 7n,
    })
    expect(direct).toMatchObject({ bodyBytes, authInfoBytes, publicKey })
    // The four fields of the document in the wire format of protocol buffers.
    const bytes = hex.decode(`0a03010203${'12020405'}1a0a${hex.encode(new TextEncoder().encode('latchkey-1'))}2007`)
    expect(isSecp256k1(bytes, direct?.signature, publicKey)).toBe(true)
  })

  it('an account or a network that was not granted is refused before the wallet is asked', async () => {
    const before = phone.received.length
    const provider = await get<SolanaProvider>('solana')
    const stranger = base58.encode(new Uint8Array(32).fill(7))
    await expect(
      provider.signTransaction({
        address: address(solanaId),
        chainId: strangeId,
        transaction: solanaTransfer(base58.decode(address(solanaId)), 0),
      }),
    ).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(
      provider.signTransaction({ address: address(solanaId), chainId: solanaId, transaction: new Uint8Array(10) }),
    ).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
    expect(phone.received.length).toBe(before)
    await expect(provider.signMessage({ address: stranger, message: new Uint8Array(1) })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    })
  })

  it('what the person rejects is a rejection in every family', async () => {
    await phone.set({ reject: true })
    const bytes = new Uint8Array([1])
    const solana = await get<SolanaProvider>('solana')
    const bitcoin = await get<BitcoinProvider>('bip122')
    const polkadot = await get<PolkadotProvider>('polkadot')
    const hub = await get<CosmosProvider>('cosmos')
    const asked = [
      solana.signMessage({ address: address(solanaId), message: bytes }),
      bitcoin.signMessage({ address: address(bitcoinId), message: 'hi' }),
      polkadot.signMessage({ address: address(polkadotId), message: bytes }),
      hub.signMessage({ address: address(cosmosId), chainId: cosmosId, message: 'hi' }),
    ]
    for (const one of asked) await expect(one).rejects.toMatchObject({ code: 'USER_REJECTED' })
    await phone.set({ reject: false })
  })

  it('another network of a family is used at once where it was granted, and refused with the reason elsewhere', async () => {
    await switchChain(config, { chainId: testnetId })
    expect(config.state.chainIds.bip122).toBe(testnetId)
    expect(address(testnetId)).toMatch(/^tb1q/)
    const provider = await get<BitcoinProvider>('bip122')
    const signature = await provider.signMessage({ address: address(testnetId), message: 'hi' })
    expect(Verifier.verifySignature(address(testnetId), 'hi', signature)).toBe(true)
    expect(phone.received.at(-1)?.chainId).toBe(testnetId)
  })

  it('another account of the phone is another account in every family', async () => {
    const before = address(solanaId)
    await phone.selectAccount(1)
    await expect.poll(() => address(solanaId)).not.toBe(before)
    const provider = await get<SolanaProvider>('solana')
    const message = new TextEncoder().encode('second')
    const signature = await provider.signMessage({ address: address(solanaId), message })
    expect(nacl.sign.detached.verify(message, signature, base58.decode(address(solanaId)))).toBe(true)
  })
})

describe('a wallet that has some of the families', () => {
  const known = families.filter(({ chainId }) => chainId === solanaId)
  it('works for what it approves, and says why it cannot use what it did not', async () => {
    await pair({ known })
    expect(Object.keys(config.state.connections.get('walletConnect')?.chains ?? {}).sort()).toEqual([
      'eip155',
      'solana',
    ])
    const bitcoin = await get<BitcoinProvider>('bip122')
    await expect(bitcoin.signMessage({ address: 'x', message: 'hi' })).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
    await expect(switchChain(config, { chainId: strangeId })).rejects.toMatchObject({
      code: 'CHAIN_SWITCH_REFUSED',
      message: `WalletConnect did not allow ${strangeId}.`,
    })
    await leave()
  })

  it('[S8-17] is left where a network of another family was asked for, with what it lacks', async () => {
    const failed = await pair({ known, chainId: bitcoinId }).catch((error: unknown) => error)
    expect(failed).toMatchObject({
      code: 'CHAINS_NOT_SUPPORTED',
      message: 'The connector does not support any of the requested chains',
    })
    await leave()
  })
})

/** Asks OpenSSL. */
function isSecp256k1(bytes: Uint8Array, signature: string | undefined, publicKey: string): boolean {
  const point = ECDH.convertKey(publicKey, 'secp256k1', 'hex', 'base64url', 'uncompressed') as string
  const [x, y] = [1, 33].map((at) =>
    Buffer.from(point, 'base64url')
      .subarray(at, at + 32)
      .toString('base64url'),
  )
  const key = createPublicKey({ key: { kty: 'EC', crv: 'secp256k1', x, y } as never, format: 'jwk' })
  return verify('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature ?? '', 'base64'))
}
