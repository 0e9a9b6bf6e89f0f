import { secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64, bech32, bech32m, hex } from '@scure/base'

type Chain = 'mainnet' | 'testnet' | 'regtest'
const prefixes = { mainnet: 'bc', testnet: 'tb', regtest: 'bcrt' } as const
const secret = (seed: number) => new Uint8Array(32).fill(seed)

/** A payment and an ordinal address of a key, and their public keys. */
export function bitcoinKey(seed: number, network: Chain) {
  const publicKey = secp256k1.getPublicKey(secret(seed))
  const words = (bytes: Uint8Array, version: number) => [version, ...bech32.toWords(bytes)]
  return {
    payment: bech32.encode(prefixes[network], words(ripemd160(sha256(publicKey)), 0)),
    ordinal: bech32m.encode(prefixes[network], words(publicKey.slice(1), 1)),
    publicKey: hex.encode(publicKey),
    xOnly: hex.encode(publicKey.slice(1)),
  }
}

/** A message signed as BIP-137 has it for a P2WPKH address. */
function signBip137(seed: number, message: string): string {
  const text = new TextEncoder().encode(message)
  const title = new TextEncoder().encode('Bitcoin Signed Message:\n')
  const whole = new Uint8Array([title.length, ...title, text.length, ...text])
  const signature = secp256k1.sign(sha256(sha256(whole)), secret(seed), { prehash: false, format: 'recovered' })
  return base64.encode(new Uint8Array([(signature[0] ?? 0) + 39, ...signature.slice(1)]))
}

/** Signing leaves a mark at the end: what is tested here is the way there and back. */
const signed = (psbt: Uint8Array) => new Uint8Array([...psbt, 255])
const txid = 'ab'.repeat(32)

/** Ways in which the wallets fail; all off at first. */
type Faults = { reject: boolean; nonsense: unknown; denied: boolean; lacks: readonly string[]; pending: boolean }
const faultless = (): Faults => ({ reject: false, nonsense: undefined, denied: false, lacks: [], pending: false })

/** A wallet of the sats-connect convention; answers are wrapped as one of the two forms in use. */
export function createSatsWallet(options: { network?: Chain; form?: 'rpc' | 'status'; leather?: boolean } = {}) {
  const faults = faultless()
  const calls: { method: string; params: unknown }[] = []
  const listeners = new Map<string, Set<(told: unknown) => void>>()
  let network = options.network ?? 'regtest'
  let seed = 1

  const addresses = () => {
    const key = bitcoinKey(seed, network)
    if (options.leather)
      return [
        {
          symbol: 'BTC',
          type: 'p2wpkh',
          address: key.payment,
          publicKey: key.publicKey,
          derivationPath: "m/84'/1'/0'/0/0",
        },
        {
          symbol: 'BTC',
          type: 'p2tr',
          address: key.ordinal,
          publicKey: key.publicKey,
          derivationPath: "m/86'/1'/0'/0/0",
        },
        { symbol: 'STX', address: 'SP000000000000000000002Q6VF78' },
      ]
    return [
      { address: key.ordinal, publicKey: key.xOnly, purpose: 'ordinals', addressType: 'p2tr' },
      { address: key.payment, publicKey: key.publicKey, purpose: 'payment', addressType: 'p2wpkh' },
      { address: 'SP000000000000000000002Q6VF78', publicKey: key.publicKey, purpose: 'stacks' },
    ]
  }
  const account = () => ({
    addresses: addresses(),
    network: { bitcoin: { name: network[0]?.toUpperCase() + network.slice(1) } },
  })

  type Params = { [field: string]: unknown }
  const methods: { [method: string]: (params: Params) => unknown } = {
    ...(options.leather ? {} : { wallet_connect: account, wallet_getAccount: account, wallet_disconnect: () => null }),
    getAddresses: () => ({ addresses: addresses() }),
    wallet_changeNetwork: ({ name }) => {
      network = String(name).toLowerCase() as Chain
      return {}
    },
    signMessage: ({ address, message }) => ({ address, signature: signBip137(seed, String(message)) }),
    signPsbt: ({ psbt, hex: text, broadcast }) => ({
      ...(options.leather
        ? { hex: hex.encode(signed(hex.decode(String(text)))) }
        : { psbt: base64.encode(signed(base64.decode(String(psbt)))) }),
      ...(broadcast ? { txid } : {}),
    }),
    sendTransfer: () => ({ txid }),
  }
  const fail = (code: number, message: string) => ({ jsonrpc: '2.0', id: '1', error: { code, message } })

  return {
    faults,
    calls,
    provider: {
      async request(method: string, params?: unknown) {
        calls.push({ method, params })
        const run = methods[method]
        if (!run || faults.lacks.includes(method)) return fail(-32601, 'no such method')
        if (faults.denied && method === 'wallet_getAccount') return fail(-32002, 'Access denied.')
        if (faults.pending) return fail(-32002, 'A request is already pending.')
        if (faults.reject && method !== 'wallet_getAccount') return fail(-32000, 'Cancelled')
        if (faults.nonsense !== undefined) return faults.nonsense
        const result = run((params ?? {}) as Params)
        return options.form === 'status' ? { status: 'success', result } : { jsonrpc: '2.0', id: '1', result }
      },
      addListener(event: string, listener: (told: unknown) => void) {
        const known = listeners.get(event) ?? new Set()
        listeners.set(event, known.add(listener))
        return () => known.delete(listener)
      },
    },
    account,
    keys: () => bitcoinKey(seed, network),
    heard: () => [...listeners.values()].reduce((count, set) => count + set.size, 0),
    say(event: 'accountChange' | 'networkChange' | 'disconnect', next: { seed?: number; network?: Chain } = {}) {
      seed = next.seed ?? seed
      network = next.network ?? network
      for (const listener of [...(listeners.get(event) ?? [])]) listener({ type: event })
    },
  }
}

/** A wallet of Unisat's shape. */
export function createUnisatWallet(options: { network?: Chain; kind?: 'payment' | 'ordinal' } = {}) {
  const faults = faultless()
  const calls: { method: string; params: unknown[] }[] = []
  const listeners = new Map<string, Set<(told: unknown) => void>>()
  let network = options.network ?? 'regtest'
  let seed = 1
  let isAllowed = false
  let chain: string | undefined
  const address = () => bitcoinKey(seed, network)[options.kind ?? 'payment']

  const verb =
    (method: string, run: (...params: never[]) => unknown) =>
    async (...params: unknown[]) => {
      calls.push({ method, params })
      const isQuiet = method.startsWith('get')
      if (faults.pending && !isQuiet) throw Object.assign(new Error('Pending'), { code: -32002 })
      if (faults.reject && !isQuiet) throw Object.assign(new Error('User rejected'), { code: 4001 })
      return faults.nonsense !== undefined && !isQuiet ? faults.nonsense : run(...(params as never[]))
    }
  return {
    faults,
    calls,
    provider: {
      requestAccounts: verb('requestAccounts', () => {
        isAllowed = true
        return [address()]
      }),
      getAccounts: verb('getAccounts', () => (isAllowed ? [address()] : [])),
      getPublicKey: verb('getPublicKey', () => bitcoinKey(seed, network).publicKey),
      getChain: verb('getChain', () => ({ enum: chain ?? `BITCOIN_${network.toUpperCase()}` })),
      switchChain: verb('switchChain', (id: string) => {
        if (faults.lacks.includes(id)) throw new Error('Unknown chain')
        network = id.replace('BITCOIN_', '').toLowerCase() as Chain
      }),
      signMessage: verb('signMessage', (message: string) => signBip137(seed, message)),
      signPsbt: verb('signPsbt', (psbt: string) => hex.encode(signed(hex.decode(psbt)))),
      pushPsbt: verb('pushPsbt', () => txid),
      sendBitcoin: verb('sendBitcoin', () => txid),
      disconnect: verb('disconnect', () => {
        isAllowed = false
      }),
      on: (event: string, listener: (told: unknown) => void) => {
        const known = listeners.get(event) ?? new Set()
        listeners.set(event, known.add(listener))
      },
      removeListener: (event: string, listener: (told: unknown) => void) => void listeners.get(event)?.delete(listener),
    },
    keys: () => bitcoinKey(seed, network),
    heard: () => [...listeners.values()].reduce((count, set) => count + set.size, 0),
    say(
      event: 'accountsChanged' | 'networkChanged' | 'chainChanged',
      next: { seed?: number; network?: Chain; allowed?: boolean; chain?: string } = {},
    ) {
      seed = next.seed ?? seed
      network = next.network ?? network
      isAllowed = next.allowed ?? isAllowed
      chain = next.chain
      for (const listener of [...(listeners.get(event) ?? [])]) listener([])
    },
  }
}
