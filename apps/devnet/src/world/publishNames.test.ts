import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EnsPlugin, JsonRpcProvider, Network } from 'ethers'
import {
  type Address,
  createPublicClient,
  decodeAbiParameters,
  defineChain,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  http,
  keccak256,
  namehash,
  parseAbi,
  toFunctionSelector,
  toHex,
} from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { packetToBytes } from 'viem/ens'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nameAddresses } from '../chains/evm/contractAddresses.js'
import { nodeCall } from '../chains/evm/nodeCall.js'
import { artifacts } from '../contracts/artifacts.js'
import { type Devnet, startDevnet } from '../start.js'

const dir = mkdtempSync(join(tmpdir(), 'latchkey-names-'))
const zone = 'latchkey.test'
const localCoin = 0x80000000 + 31337
/** The order of secp256k1. */
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
let devnet: Devnet
const start = () =>
  startDevnet({
    dir,
    web: false,
    families: false,
    ports: { server: 0, frame: 0, inbox: 0, wallet: 0, phone: 0, provider: 0, chain31337: 0, chain31338: 0 },
  })
beforeAll(async () => {
  devnet = await start()
}, 120_000)
afterAll(async () => {
  await devnet?.stop()
  rmSync(dir, { recursive: true, force: true })
})

async function post(path: string, body: object): Promise<Record<string, unknown>> {
  const init = { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(`${devnet.server.url}/v1/profile/${path}`, init)
  const text = await response.text()
  expect(response.status, text).toBe(200)
  return JSON.parse(text) as Record<string, unknown>
}

/** An account of its own with this name. */
async function register(label: string, attributes: object = {}): Promise<PrivateKeyAccount> {
  const owner = privateKeyToAccount(generatePrivateKey())
  const asked = { name: `${label}.${zone}`, address: owner.address, coin_type: localCoin }
  const { message } = await post('message', { action: 'register', attributes, ...asked })
  const signature = await owner.signMessage({ message: String(message) })
  await post('account', { message, signature, address: owner.address, coin_type: localCoin })
  return owner
}

/** viem as it comes, told of the chain's contracts alone. */
function openViem() {
  const { chainId, name, url, nativeCurrency } = devnet.chains[0]
  const chain = defineChain({
    id: chainId,
    name,
    nativeCurrency,
    rpcUrls: { default: { http: [url] } },
    contracts: {
      ensRegistry: { address: nameAddresses.registry },
      ensUniversalResolver: { address: nameAddresses.universalResolver },
    },
  })
  return createPublicClient({ chain, transport: http() })
}

/** ethers as it comes, told of the registry alone. */
function openEthers(): JsonRpcProvider {
  const { chainId, name, url } = devnet.chains[0]
  const network = new Network(name, chainId)
  network.attachPlugin(new EnsPlugin(nameAddresses.registry, chainId))
  return new JsonRpcProvider(url, network, { staticNetwork: network })
}

describe('a name of the server', () => {
  it('resolves in viem: address, address of a chain, texts, and the name of the address', async () => {
    const owner = await register('viemer', { bio: 'Writes tests', url: 'https://example.com/viemer' })
    const client = openViem()
    const name = `viemer.${zone}`
    expect(await client.getEnsAddress({ name })).toBe(owner.address)
    expect(await client.getEnsAddress({ name: `VIEMER.${zone}`.toLowerCase(), coinType: BigInt(localCoin) })).toBe(
      owner.address.toLowerCase(),
    )
    expect(await client.getEnsText({ name, key: 'url' })).toBe('https://example.com/viemer')
    expect(await client.getEnsText({ name, key: 'description' })).toBe('Writes tests')
    expect(await client.getEnsText({ name, key: 'avatar' })).toBeNull()
    expect(await client.getEnsName({ address: owner.address })).toBe(name)
    expect((await client.getEnsResolver({ name })).toLowerCase()).toBe(nameAddresses.resolver.toLowerCase())
  })

  it('resolves in ethers', async () => {
    const owner = await register('etherist', { avatar: 'https://example.com/a.png' })
    const provider = openEthers()
    try {
      expect(await provider.resolveName(`etherist.${zone}`)).toBe(owner.address)
      const resolver = await provider.getResolver(`etherist.${zone}`)
      expect(await resolver?.getText('avatar')).toBe('https://example.com/a.png')
      expect(await provider.resolveName(`nobodyhere.${zone}`)).toBeNull()
    } finally {
      provider.destroy()
    }
  })

  it('leads nowhere once it is released, and neither does one that nobody has', async () => {
    const owner = await register('leaver')
    const client = openViem()
    const name = `leaver.${zone}`
    expect(await client.getEnsAddress({ name })).toBe(owner.address)
    const { message } = await post('message', { action: 'release', name })
    await post(`account/${name}/release`, { message, signature: await owner.signMessage({ message: String(message) }) })
    expect(await client.getEnsAddress({ name })).toBeNull()
    expect(await client.getEnsText({ name, key: 'url' })).toBeNull()
    expect(await client.getEnsName({ address: owner.address })).toBeNull()
    expect(await client.getEnsAddress({ name: `nobodyhere.${zone}` })).toBeNull()
    expect(await client.getEnsAddress({ name: 'somebody.other.test' })).toBeNull()
    expect(await client.getEnsAddress({ name: zone })).toBeNull()
  })

  it('leads to its owner or nowhere while it is being released, and nowhere as soon as it is', async () => {
    const owner = await register('parting')
    const name = `parting.${zone}`
    const { message } = await post('message', { action: 'release', name })
    const signature = await owner.signMessage({ message: String(message) })
    const client = openViem()
    let isReleased = false
    const asked: { isAfter: boolean; found: string | null }[] = []
    const ask = async () => {
      for (let isAfter = false; !isAfter; ) {
        isAfter = isReleased
        asked.push({ isAfter, found: await client.getEnsAddress({ name, strict: true }) })
      }
    }
    const askers = Array.from({ length: 8 }, ask)
    await post(`account/${name}/release`, { message, signature })
    isReleased = true
    await Promise.all(askers)
    for (const { isAfter, found } of asked) expect([null, ...(isAfter ? [] : [owner.address])]).toContain(found)
    expect(asked.filter(({ isAfter }) => isAfter)).toHaveLength(8)
  })

  it('resolves after a restart, by the key of before', async () => {
    const owner = await register('stayer')
    const signer = async () => (await (await fetch(`${devnet.server.url}/v1/names/ens`)).json()) as { signer: string }
    const before = await signer()
    await devnet.stop()
    devnet = await start()
    expect(await signer()).toEqual(before)
    expect(await openViem().getEnsAddress({ name: `stayer.${zone}` })).toBe(owner.address)
  }, 60_000)
})

describe('the resolver of the names', () => {
  const { abi } = artifacts.NameResolver
  const { resolver } = nameAddresses
  const wildcardAbi = parseAbi(['function resolve(bytes name, bytes data) view returns (bytes)'])
  const addressAbi = parseAbi(['function addr(bytes32 node) view returns (address)'])
  const proof = [{ type: 'bytes' }, { type: 'uint64' }, { type: 'bytes' }] as const
  const stranger = privateKeyToAccount(generatePrivateKey())

  const questionOf = (name: string): Hex =>
    encodeFunctionData({
      abi: wildcardAbi,
      args: [toHex(packetToBytes(name)), encodeFunctionData({ abi: addressAbi, args: [namehash(name)] })],
    })

  /** What the server answers to this question of this contract. */
  async function answerTo(question: Hex, sender: Address = resolver): Promise<Hex> {
    const response = await fetch(`${devnet.server.url}/v1/names/ens/${sender}/${question}.json`)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    return ((await response.json()) as { data: Hex }).data
  }

  const asPosted = async (body: object) => {
    const response = await fetch(`${devnet.server.url}/v1/names/ens`, { method: 'POST', body: JSON.stringify(body) })
    return [response.status, (await response.json()) as { data?: Hex }] as const
  }

  /** Passes the answer to the contract, as a client does. */
  function give(answer: Hex, question: Hex): Promise<unknown> {
    const data = encodeFunctionData({ abi, functionName: 'resolveWithProof', args: [answer, question] })
    return nodeCall(devnet.chains[0].url, 'eth_call', [{ to: resolver, data }, 'latest'])
  }

  const question = questionOf(`nobodyhere.${zone}`)
  const changed = async (change: (parts: readonly [Hex, bigint, Hex]) => readonly [Hex, bigint, Hex]): Promise<Hex> =>
    encodeAbiParameters(proof, change(decodeAbiParameters(proof, await answerTo(question))))
  const inAnHour = BigInt(Math.floor(Date.now() / 1_000) + 3_600)
  const forgeries: { readonly [name: string]: () => Promise<Hex> } = {
    'to another question': () => answerTo(questionOf(`somebodyelse.${zone}`)),
    'to another contract': () => answerTo(question, nameAddresses.registry),
    'that says something else': () => changed(([, expires, signature]) => [toHex(1, { size: 32 }), expires, signature]),
    'that says a later time': () => changed(([result, , signature]) => [result, inAnHour, signature]),
    'by a key that is no signer': () => changed(([result, expires]) => [result, expires, `0x${'11'.repeat(64)}1b`]),
    'with a signature of another length': () =>
      changed(([result, expires, signature]) => [result, expires, signature.slice(0, -2) as Hex]),
    'whose signature was turned into its twin': () =>
      changed(([result, expires, signature]) => {
        const s = order - BigInt(`0x${signature.slice(66, 130)}`)
        const v = signature.endsWith('1b') ? '1c' : '1b'
        return [result, expires, `${signature.slice(0, 66)}${s.toString(16).padStart(64, '0')}${v}` as Hex]
      }),
    'that is over': async () => {
      const hash = keccak256(toHex('any'))
      return encodeAbiParameters(proof, ['0x', 1n, await stranger.sign({ hash })])
    },
  }

  it('believes what the server signed for it and the question, asked by GET and by POST', async () => {
    const [status, { data = '0x' }] = await asPosted({ sender: resolver, data: question })
    expect(status).toBe(200)
    for (const answer of [await answerTo(question), data])
      expect(await give(answer, question)).toBe(encodeAbiParameters([{ type: 'bytes' }], [toHex(0, { size: 32 })]))
  })

  it.each(Object.keys(forgeries))('believes no answer %s', async (name) => {
    const answer = await forgeries[name]?.()
    const refused = name === 'that is over' ? 'AnswerExpired' : 'SignerUnknown'
    const selector = toFunctionSelector(
      refused === 'AnswerExpired' ? 'AnswerExpired(uint64)' : 'SignerUnknown(address)',
    )
    await expect(give(answer ?? '0x', question)).rejects.toMatchObject({
      cause: { data: expect.stringMatching(`^${selector}`) },
    })
  })

  it.each([
    ['no call', '0x1234'],
    ['what is no hexadecimal', 'resolve'],
    [
      'a name of another node',
      encodeFunctionData({
        abi: wildcardAbi,
        args: [
          toHex(packetToBytes(`nobodyhere.${zone}`)),
          encodeFunctionData({ abi: addressAbi, args: [namehash(zone)] }),
        ],
      }),
    ],
    [
      'a label with a dot in it',
      encodeFunctionData({
        abi: wildcardAbi,
        args: [`0x0d${Buffer.from('a.latchkey').toString('hex')}00`, '0x3b3b57de'],
      }),
    ],
    ['a name without its end', encodeFunctionData({ abi: wildcardAbi, args: ['0x0461', '0x3b3b57de'] })],
  ])('the server refuses %s', async (_, data) => {
    const [status, answer] = await asPosted({ sender: resolver, data })
    expect([status, answer.data]).toEqual([400, undefined])
  })

  it('is changed by its owner alone', async () => {
    const { url } = devnet.chains[0]
    for (const [functionName, args] of [
      ['setSigner', [stranger.address, true]],
      ['setUrls', [['https://evil.example']]],
      ['setOwner', [stranger.address]],
    ] as const) {
      const data = encodeFunctionData({ abi, functionName, args })
      const call = { from: stranger.address, to: resolver, data }
      await expect(nodeCall(url, 'eth_call', [call, 'latest'])).rejects.toMatchObject({
        cause: { data: toFunctionSelector('NotOwner()') },
      })
    }
  })
})
