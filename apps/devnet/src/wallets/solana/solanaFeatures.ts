import { base58, base64 } from '@scure/base'
import type { WalletKernel } from '../family/walletKernel.js'
import { ProviderError } from '../providerError.js'
import { walletNode } from '../walletNode.js'
import { describeSolanaTransactions } from './describeSolanaTransaction.js'
import { type AskedTransaction, readSolanaTransaction } from './readSolanaTransaction.js'
import { type SolanaSignInInput, signInText } from './signInText.js'
import type { StandardAccount, StandardWallet } from './walletStandard.js'

/** A key of the wallet. */
export type SolanaKey = {
  readonly address: string
  readonly publicKey: Uint8Array
  sign(bytes: Uint8Array): Uint8Array
}

/** What the features may see and do. */
export type SolanaWalletContext = {
  readonly kernel: WalletKernel
  /** The site that asks. */
  readonly origin: string
  connect(silent: boolean): Promise<readonly StandardAccount[]>
  /** Lets the site see the accounts. */
  allow(): void
  disconnect(): void
  /** The key of an account that the site may use; throws for any other. */
  key(account: unknown): SolanaKey
  selected(): SolanaKey | undefined
  account(key: SolanaKey): StandardAccount | undefined
  on(listener: (...values: never[]) => void): () => void
}

type Input = { readonly [field: string]: unknown }

const versions = ['legacy', 0] as const

/** The features of the wallet, by the names of the Wallet Standard. @see https://github.com/anza-xyz/wallet-standard */
export function solanaFeatures(context: SolanaWalletContext): StandardWallet['features'] {
  const feature = <result>(method: string, run: (...inputs: Input[]) => Promise<result>) => {
    return (...inputs: Input[]) => context.kernel.run(method, inputs, () => run(...inputs))
  }
  return {
    'standard:connect': {
      version: '1.0.0',
      connect: feature('standard:connect', async (input) => ({
        accounts: await context.connect(input?.silent === true),
      })),
    },
    'standard:disconnect': {
      version: '1.0.0',
      disconnect: feature('standard:disconnect', async () => context.disconnect()),
    },
    'standard:events': {
      version: '1.0.0',
      on(event: string, listener: (...values: never[]) => void) {
        return event === 'change' ? context.on(listener) : () => {}
      },
    },
    'solana:signMessage': {
      version: '1.1.0',
      signMessage: feature('solana:signMessage', async (...inputs) => {
        const messages = inputs.map(({ account, message }) => ({ key: context.key(account), bytes: bytesOf(message) }))
        return inTurn(messages, async ({ key, bytes }) => {
          await context.kernel.confirm({ kind: 'message', text: readable(bytes), raw: `0x${hex(bytes)}` })
          return { signedMessage: bytes, signature: key.sign(bytes), signatureType: 'ed25519' }
        })
      }),
    },
    'solana:signTransaction': {
      version: '1.0.0',
      supportedTransactionVersions: versions,
      signTransaction: feature('solana:signTransaction', async (...inputs) => {
        const asked = inputs.map((input) => readInput(context, input))
        await approve(context, asked, false)
        return asked.map((one) => ({ signedTransaction: sign(one) }))
      }),
    },
    'solana:signAndSendTransaction': {
      version: '1.0.0',
      supportedTransactionVersions: versions,
      signAndSendTransaction: feature('solana:signAndSendTransaction', async (...inputs) => {
        const asked = inputs.map((input) => readInput(context, input))
        for (const { chain } of asked) checkSends(context, chain)
        await approve(context, asked, true)
        return inTurn(asked, async (one) => ({ signature: await send(context, sign(one), one.options) }))
      }),
    },
    'solana:signIn': {
      version: '1.0.0',
      signIn: feature('solana:signIn', async (...inputs) => {
        return inTurn(inputs.length === 0 ? [{}] : inputs, (input) => signIn(context, input))
      }),
    },
  }
}

type Asked = AskedTransaction & { readonly key: SolanaKey; readonly chain: unknown; readonly options: Input }

function readInput(context: SolanaWalletContext, input: Input): Asked {
  const key = context.key(input.account)
  const transaction = readSolanaTransaction(input.transaction)
  if (!transaction.signers.includes(key.address)) {
    throw new ProviderError(-32602, 'The transaction needs no signature of this account.')
  }
  return { ...transaction, key, chain: input.chain, options: (input.options ?? {}) as Input }
}

async function approve(context: SolanaWalletContext, asked: readonly Asked[], sends: boolean): Promise<void> {
  // What is only signed may be for another network, whose node this wallet does not know.
  const foreign = asked.find(({ chain }) => chain !== undefined && !isLocal(context, chain))
  const network = foreign === undefined ? context.kernel.chain : { name: String(foreign.chain).slice(0, 40) }
  const text = await describeSolanaTransactions(asked, network, sends)
  await context.kernel.confirm({ kind: 'familyTransaction', text })
}

function sign({ key, messageBytes, withSignature }: Asked): Uint8Array {
  return withSignature(key.address, key.sign(messageBytes))
}

async function send(context: SolanaWalletContext, signed: Uint8Array, options: Input): Promise<Uint8Array> {
  const { skipPreflight, preflightCommitment = options.commitment, maxRetries, minContextSlot } = options
  const settings = { encoding: 'base64', skipPreflight, preflightCommitment, maxRetries, minContextSlot }
  const answer = await walletNode(context.kernel.chain.url, 'sendTransaction', [base64.encode(signed), settings])
  return base58.decode(String(answer))
}

function checkSends(context: SolanaWalletContext, chain: unknown): void {
  if (!context.kernel.switches.unknownChain && isLocal(context, chain)) return
  throw new ProviderError(4902, `The wallet knows no node of ${String(chain).slice(0, 60)}.`)
}

/** Sites name the local chain by the standard's name or by its CAIP-2 id. */
function isLocal(context: SolanaWalletContext, chain: unknown): boolean {
  return chain === 'solana:localnet' || chain === context.kernel.chain.chainId
}

async function signIn(context: SolanaWalletContext, asked: Input) {
  const input = asked as SolanaSignInInput
  const host = URL.canParse(context.origin) ? new URL(context.origin).host : context.origin
  const key = context.selected()
  if (key === undefined || (input.address !== undefined && input.address !== key.address)) {
    throw new ProviderError(4100, 'The wallet has not selected this account.')
  }
  const domain = input.domain ?? host
  const text = signInText({ ...input, domain, address: key.address })
  const bytes = new TextEncoder().encode(text)
  const warning = `This names another site: ${domain}. Somebody may be using your answer there.`
  const words = { title: 'Sign in to this site?', rows: [], body: text, ...(domain === host ? {} : { warning }) }
  await context.kernel.confirm({ kind: 'familyTransaction', text: words })
  context.allow()
  return { account: context.account(key), signedMessage: bytes, signature: key.sign(bytes), signatureType: 'ed25519' }
}

/** One question after another, so that a person sees them in the order of the site. */
async function inTurn<value, result>(
  values: readonly value[],
  run: (value: value) => Promise<result>,
): Promise<readonly result[]> {
  const results: result[] = []
  for (const value of values) results.push(await run(value))
  return results
}

function bytesOf(message: unknown): Uint8Array {
  // A page's own copy, which it cannot change after the person has read it.
  if (message instanceof Uint8Array) return Uint8Array.from(message)
  throw new ProviderError(-32602, 'The message is not a Uint8Array.')
}

function readable(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return `0x${hex(bytes)}`
  }
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
