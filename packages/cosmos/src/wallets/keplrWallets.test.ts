import { pubkeyToAddress, Secp256k1Wallet, serializeSignDoc } from '@cosmjs/amino'
import { connect, disconnect, getConnection, reconnect, switchChain } from '@latchkey/core'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64, hex } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { cosmosLocal, familyConfig, memoryOf, pageWith } from '../../test/page.js'
import { cosmosHub } from '../chains.js'
import { cosmos } from '../cosmos.js'
import type { CosmosProvider } from '../cosmosProvider.js'
import type { CosmosParameters } from '../parameters.js'

const namespace = 'cosmos'
const chainId = cosmosHub.caipNetworkId

/** A wallet of Keplr's interface whose keys and signatures are the Cosmos library's. */
async function createKeplr(known: readonly string[] = ['cosmoshub-4']) {
  const wallets = await Promise.all(
    [1, 2].map((seed) => Secp256k1Wallet.fromKey(new Uint8Array(32).fill(seed), 'cosmos')),
  )
  const faults = { refuse: '', nonsense: undefined as unknown }
  const calls: { method: string; params: unknown[] }[] = []
  const chains = new Set(known)
  let active = 0
  const wallet = () => wallets[active] as Secp256k1Wallet
  const verb =
    <params extends unknown[]>(method: string, run: (...given: params) => unknown) =>
    async (...params: params) => {
      calls.push({ method, params })
      if (faults.refuse) throw new Error(faults.refuse)
      return faults.nonsense === undefined ? run(...params) : faults.nonsense
    }
  const messageDoc = (signer: string, data: string | Uint8Array) => ({
    chain_id: '',
    account_number: '0',
    sequence: '0',
    fee: { gas: '0', amount: [] },
    msgs: [{ type: 'sign/MsgSignData', value: { signer, data: base64.encode(Buffer.from(data)) } }],
    memo: '',
  })
  const keplr = {
    enable: verb('enable', (ids: readonly string[]) => {
      const missing = ids.find((id) => !chains.has(id))
      if (missing) throw new Error(`There is no chain info for ${missing}`)
    }),
    disable: verb('disable', (_: readonly string[]) => undefined),
    experimentalSuggestChain: verb(
      'experimentalSuggestChain',
      ({ chainId: id }: { chainId: string }) => void chains.add(id),
    ),
    getKey: verb('getKey', async (_: string) => {
      const [account] = await wallet().getAccounts()
      return { name: 'Lark', algo: 'secp256k1', pubKey: account?.pubkey, bech32Address: account?.address }
    }),
    signAmino: verb('signAmino', (_: string, signer: string, doc: never, __?: unknown) =>
      wallet().signAmino(signer, doc),
    ),
    signArbitrary: verb('signArbitrary', async (_: string, signer: string, data: string | Uint8Array) => {
      return (await wallet().signAmino(signer, messageDoc(signer, data))).signature
    }),
    signDirect: verb(
      'signDirect',
      async (_: string, signer: string, doc: { bodyBytes: Uint8Array; authInfoBytes: Uint8Array }) => {
        const { signature } = await wallet().signAmino(signer, messageDoc(signer, doc.bodyBytes))
        return { signed: doc, signature }
      },
    ),
  }
  return {
    keplr: keplr as Partial<typeof keplr>,
    faults,
    calls,
    choose: (index: number) => {
      active = index
    },
    address: async () => (await wallet().getAccounts())[0]?.address ?? '',
    messageDoc,
  }
}

async function setUp(
  more: {
    wallet?: Awaited<ReturnType<typeof createKeplr>>
    items?: Map<string, string>
    chainInfo?: CosmosParameters['chainInfo']
  } = {},
) {
  const wallet = more.wallet ?? (await createKeplr())
  const items = more.items ?? new Map<string, string>()
  const page = pageWith({ keplr: wallet.keplr })
  const config = familyConfig({
    chains: [cosmosHub, cosmosLocal],
    namespaces: [cosmos({ target: page, ...(more.chainInfo ? { chainInfo: more.chainInfo } : {}) })],
    storage: memoryOf(items),
  })
  const provider = () => config.connectors[0]?.getProvider(namespace) as Promise<CosmosProvider>
  return { ...wallet, wallet, page, config, items, provider, id: 'cosmos:keplr' }
}
/** Checked by noble over the bytes that the Cosmos library wrote, with a key whose address is the account's. */
function isSigned(
  doc: Parameters<typeof serializeSignDoc>[0],
  signed: { signature: string; publicKey: string },
  address: string,
) {
  const pubkey = { type: 'tendermint/PubKeySecp256k1', value: base64.encode(hex.decode(signed.publicKey)) }
  const digest = sha256(serializeSignDoc(doc))
  const isRight = secp256k1.verify(base64.decode(signed.signature), digest, hex.decode(signed.publicKey), {
    prehash: false,
  })
  return isRight && pubkeyToAddress(pubkey, 'cosmos') === address
}

describe('finding wallets', () => {
  it('[S6-04] lists the known ones by name, once each, also when they come later', async () => {
    const { config, page, keplr } = await setUp()
    const leap = (await createKeplr()).keplr
    Object.assign(page, { leap, xfi: { keplr }, cosmostation: { providers: { keplr: { enable: 'x' } } } })
    page.dispatchEvent(new Event('focus'))
    expect(config.connectors).toMatchObject([
      { id: 'cosmos:keplr', kind: 'injected', name: 'Keplr', namespaces: ['cosmos'] },
      { id: 'cosmos:leap', name: 'Leap' },
    ])
  })

  it('keeps the name and picture that a wallet says of itself, cleaned, and the name of its place where it says none', async () => {
    const icon = 'data:image/svg+xml;base64,PHN2Zy8+'
    const listed = async (said: object) => {
      const wallet = await createKeplr()
      Object.assign(wallet.keplr, said)
      return (await setUp({ wallet })).config.connectors[0]
    }
    expect(await listed({ name: 'Lark\u202e \n Wallet', icon })).toMatchObject({
      id: 'cosmos:lark-wallet',
      name: 'Lark Wallet',
      icon,
    })
    for (const name of [undefined, 7, '', ' \u200b '])
      expect(await listed({ name, icon })).toMatchObject({ id: 'cosmos:keplr', name: 'Keplr' })
    expect(await listed({ name: 'Keplr', icon: 'https://tracker.example/x.png' })).not.toHaveProperty('icon')
  })

  it('hostile: a wallet that calls itself as another place is called hides nobody, and one whose name throws is still listed', async () => {
    const wallet = await createKeplr()
    Object.assign(wallet.keplr, { name: 'Leap' })
    const { config, page } = await setUp({ wallet })
    const leap = (await createKeplr()).keplr
    const broken = Object.defineProperty((await createKeplr()).keplr, 'name', {
      get() {
        throw new Error('hostile')
      },
    })
    Object.assign(page, { leap, xfi: { keplr: broken } })
    page.dispatchEvent(new Event('focus'))
    expect(config.connectors.map(({ name }) => name)).toEqual(['Keplr', 'Leap', 'Ctrl Wallet'])
  })

  it('hostile: a window that throws on being looked at has no wallets', () => {
    const target = Object.defineProperty(pageWith(), 'keplr', {
      get() {
        throw new Error('hostile')
      },
    })
    expect(familyConfig({ chains: [cosmosHub], namespaces: [cosmos({ target })] }).connectors).toEqual([])
  })
})

describe('connecting', () => {
  it('connects to the chain that is asked for, with the public key of the account', async () => {
    const { config, id, address, calls } = await setUp()
    await connect(config, { connector: id })
    expect(getConnection(config, { namespace }).caipAddress).toBe(`${chainId}:${await address()}`)
    expect(Object.values(config.state.connections.get(id)?.facts ?? {})).toEqual([
      { publicKey: expect.stringMatching(/^0[23][0-9a-f]{64}$/) },
    ])
    expect(calls).toEqual([
      { method: 'enable', params: [['cosmoshub-4']] },
      { method: 'getKey', params: ['cosmoshub-4'] },
    ])
  })

  it('suggests a chain that the wallet does not know, then switches to it', async () => {
    const chainInfo = { [cosmosLocal.caipNetworkId]: { bech32Prefix: 'lark', rpc: 'http://127.0.0.1:26657' } }
    const { config, id, calls } = await setUp({ chainInfo })
    await connect(config, { connector: id })
    await switchChain(config, { chainId: cosmosLocal.caipNetworkId })
    expect(getConnection(config, { namespace }).chainId).toBe(cosmosLocal.caipNetworkId)
    const suggested = calls.find(({ method }) => method === 'experimentalSuggestChain')?.params[0]
    expect(suggested).toMatchObject({
      chainId: 'latchkey-1',
      chainName: 'Local Cosmos',
      rest: 'http://127.0.0.1:9',
      rpc: 'http://127.0.0.1:26657',
      bech32Config: { bech32PrefixAccAddr: 'lark' },
      stakeCurrency: { coinDenom: 'ATOM', coinMinimalDenom: 'uatom', coinDecimals: 6 },
    })
  })

  it('error: a wallet that cannot be told of chains says that it has not got this one', async () => {
    const wallet = await createKeplr()
    delete wallet.keplr.experimentalSuggestChain
    const { config, id } = await setUp({ wallet })
    await expect(connect(config, { connector: id, chainId: cosmosLocal.caipNetworkId })).rejects.toMatchObject({
      code: 'CHAIN_NOT_ADDED',
      message: 'Keplr does not know Local Cosmos.',
    })
  })

  it.each([
    [{ refuse: 'Request rejected' }, 'CONNECTION_REJECTED'],
    [{ refuse: 'boom' }, 'CONNECTION_FAILED'],
    [{ nonsense: null }, 'WALLET_BAD_ANSWER'],
    [{ nonsense: { bech32Address: 7 } }, 'WALLET_BAD_ANSWER'],
    [{ nonsense: { bech32Address: 'cosmos1<b>' } }, 'WALLET_BAD_ANSWER'],
  ])('error: %j ends in %s, and works again afterwards', async (faulty, code) => {
    const { config, id, faults } = await setUp()
    Object.assign(faults, faulty)
    await expect(connect(config, { connector: id })).rejects.toMatchObject({ code })
    Object.assign(faults, { refuse: '', nonsense: undefined })
    await connect(config, { connector: id })
    expect(getConnection(config, { namespace }).status).toBe('connected')
  })

  it('follows another account of the wallet until it is disconnected', async () => {
    const { config, id, choose, address, page, calls } = await setUp()
    await connect(config, { connector: id })
    choose(1)
    page.dispatchEvent(new Event('keplr_keystorechange'))
    await expect.poll(() => getConnection(config, { namespace }).address).toBe(await address())
    await disconnect(config)
    expect(calls.at(-1)).toEqual({ method: 'disable', params: [['cosmoshub-4', 'latchkey-1']] })
    const count = calls.length
    page.dispatchEvent(new Event('keplr_keystorechange'))
    expect(calls).toHaveLength(count)
  })

  it('is resumed after a reload without a question that could open the wallet', async () => {
    const { config, id, items, wallet, address, calls, page } = await setUp()
    await connect(config, { connector: id })
    config.destroy()
    calls.length = 0
    const next = await setUp({ wallet, items })
    await reconnect(next.config)
    expect(getConnection(next.config, { namespace })).toMatchObject({ status: 'connected', address: await address() })
    expect(calls).toEqual([])
    page.dispatchEvent(new Event('keplr_keystorechange'))
    expect(calls).toEqual([])
    next.choose(1)
    next.page.dispatchEvent(new Event('keplr_keystorechange'))
    await expect.poll(() => getConnection(next.config, { namespace }).address).toBe(await address())
  })
})

describe('signing', () => {
  it.each(['signArbitrary', 'signAmino'] as const)('signs a message by ADR-36 with %s', async (method) => {
    const wallet = await createKeplr()
    if (method === 'signAmino') delete wallet.keplr.signArbitrary
    const { config, id, provider, calls, address, messageDoc } = await setUp({ wallet })
    await connect(config, { connector: id })
    const account = await address()
    for (const message of ['Grüße', new Uint8Array([0, 255])]) {
      const signed = await (await provider()).signMessage({ address: account, chainId, message })
      expect(calls.at(-1)?.method).toBe(method)
      expect(isSigned(messageDoc(account, message), signed, account)).toBe(true)
      expect(isSigned(messageDoc(account, 'other'), signed, account)).toBe(false)
    }
  })

  it('signs documents, and gives back what was signed', async () => {
    const { config, id, provider, address, messageDoc } = await setUp()
    await connect(config, { connector: id })
    const account = await address()
    const signDoc = messageDoc(account, 'x')
    const amino = await (await provider()).signAmino?.({ address: account, chainId, signDoc })
    expect(amino?.signed).toEqual(signDoc)
    expect(isSigned(signDoc, amino ?? { signature: '', publicKey: '' }, account)).toBe(true)
    const bytes = { bodyBytes: new Uint8Array([1]), authInfoBytes: new Uint8Array([2]) }
    const direct = await (await provider()).signDirect?.({ address: account, chainId, accountNumber: 3n, ...bytes })
    expect(direct).toMatchObject({ ...bytes, publicKey: amino?.publicKey })
  })

  it('error: refused, nonsense, another message than was asked for, and a wallet that does not sign', async () => {
    const wallet = await createKeplr()
    delete wallet.keplr.signArbitrary
    const { config, id, provider, address, faults, messageDoc } = await setUp({ wallet })
    await connect(config, { connector: id })
    const request = { address: await address(), chainId, message: 'x' }
    const asked = async () => (await provider()).signMessage(request)
    faults.refuse = 'Request rejected'
    await expect(asked()).rejects.toMatchObject({ code: 'USER_REJECTED' })
    faults.refuse = ''
    const signature = {
      pub_key: { value: base64.encode(new Uint8Array(33)) },
      signature: base64.encode(new Uint8Array(64)),
    }
    for (const nonsense of [
      null,
      {},
      { signed: messageDoc(request.address, 'y'), signature },
      { signed: messageDoc(request.address, 'x') },
    ]) {
      faults.nonsense = nonsense
      await expect(asked()).rejects.toMatchObject({ code: 'WALLET_BAD_ANSWER' })
    }
    delete wallet.keplr.signAmino
    await expect(asked()).rejects.toMatchObject({ code: 'UNSUPPORTED_METHOD' })
  })
})
