import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'

type Listener = (properties: unknown) => void

/** Ways in which the wallet fails; all off at first. */
export type StandardFaults = {
  reject: false | 'number' | 'text' | 'standard'
  nonsense: unknown
  locked: boolean
  noSignIn: boolean
  prefixed: boolean
}

/** A wallet of the Wallet Standard with real ed25519 keys, for the page end of the standard; every answer is the test's. */
export function createStandardWallet(
  options: { name?: string; icon?: string; chains?: readonly string[]; seeds?: readonly number[] } = {},
) {
  const chains = options.chains ?? ['solana:mainnet', 'solana:devnet', 'solana:localnet']
  const keys = (options.seeds ?? [1, 2]).map((seed) => {
    const secret = new Uint8Array(32).fill(seed)
    const publicKey = ed25519.getPublicKey(secret)
    return { secret, account: { address: base58.encode(publicKey), publicKey, chains, features: [] as string[] } }
  })
  const faults: StandardFaults = { reject: false, nonsense: undefined, locked: false, noSignIn: false, prefixed: false }
  const calls: { feature: string; inputs: unknown[] }[] = []
  const listeners = new Set<Listener>()
  const secretOf = (account: unknown) => keys.find((key) => key.account === account)?.secret ?? new Uint8Array(32)
  let accounts: readonly unknown[] = []

  const refuse = () => {
    if (faults.reject === 'text') throw new Error('User rejected the request.')
    if (faults.reject === 'standard') throw Object.assign(new Error('Declined'), { code: 4001000 })
    if (faults.reject) throw Object.assign(new Error('No'), { code: 4001 })
  }
  const feature =
    (name: string, answer: (...inputs: never[]) => unknown) =>
    async (...inputs: unknown[]) => {
      calls.push({ feature: name, inputs })
      if (name !== 'standard:connect' || !(inputs[0] as { silent?: boolean } | undefined)?.silent) refuse()
      return faults.nonsense === undefined ? answer(...(inputs as never[])) : faults.nonsense
    }
  const sign = (account: unknown, message: Uint8Array) => ed25519.sign(message, secretOf(account))
  type Input = { account: unknown; message: Uint8Array; transaction: Uint8Array }

  const features = {
    'standard:connect': {
      version: '1.0.0',
      connect: feature('standard:connect', (input?: { silent?: boolean }) => {
        if (!faults.locked || !input?.silent) accounts = keys.map(({ account }) => account)
        return { accounts }
      }),
    },
    'standard:disconnect': {
      version: '1.0.0',
      disconnect: feature('standard:disconnect', () => {
        accounts = []
      }),
    },
    'standard:events': {
      version: '1.0.0',
      on(_: string, listener: Listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    'solana:signMessage': {
      version: '1.1.0',
      signMessage: feature('solana:signMessage', (...inputs: Input[]) =>
        inputs.map(({ account, message }) => {
          const signedMessage = faults.prefixed ? new Uint8Array([255, ...message]) : message
          return { signedMessage, signature: sign(account, signedMessage) }
        }),
      ),
    },
    'solana:signTransaction': {
      version: '1.0.0',
      signTransaction: feature('solana:signTransaction', (...inputs: Input[]) =>
        inputs.map(({ account, transaction }) => ({
          signedTransaction: new Uint8Array([...sign(account, transaction), ...transaction]),
        })),
      ),
    },
    'solana:signAndSendTransaction': {
      version: '1.0.0',
      signAndSendTransaction: feature('solana:signAndSendTransaction', (...inputs: Input[]) =>
        inputs.map(({ account, transaction }) => ({ signature: sign(account, transaction) })),
      ),
    },
    'solana:signIn': {
      version: '1.0.0',
      signIn: feature('solana:signIn', (input: { domain: string; nonce: string; chainId: string; uri: string }) => {
        accounts = keys.map((key) => key.account)
        const account = keys[0]?.account
        const text = `${input.domain} wants you to sign in with your Solana account:\n${account?.address}\n\nURI: ${input.uri}\nVersion: 1\nChain ID: ${input.chainId}\nNonce: ${input.nonce}`
        const signedMessage = new TextEncoder().encode(text)
        return [{ account, signedMessage, signature: sign(account, signedMessage) }]
      }),
    },
  }

  return {
    faults,
    calls,
    listeners,
    addresses: keys.map(({ account }) => account.address),
    publicKeys: keys.map(({ account }) => account.publicKey),
    wallet: {
      version: '1.0.0' as const,
      name: options.name ?? 'Lark',
      icon: (options.icon ?? 'data:image/svg+xml;base64,PHN2Zy8+') as `data:image/svg+xml;base64,${string}`,
      chains: chains as readonly `${string}:${string}`[],
      features: features as { [feature: `${string}:${string}`]: unknown },
      get accounts() {
        return accounts as never
      },
    },
    /** The person chooses other accounts in the wallet: by their places, none for a withdrawn permission. */
    choose(...places: number[]) {
      accounts = places.map((place) => keys[place]?.account)
      for (const listener of [...listeners]) listener({ accounts })
    },
    /** The wallet shows accounts of the test's making. */
    show(shown: unknown) {
      accounts = shown as readonly unknown[]
      for (const listener of [...listeners]) listener({ accounts })
    },
  }
}
