import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { hex } from '@scure/base'
import { sign } from '@scure/sr25519'
import { type PolkadotTestAccount, polkadotAccounts } from '../../chains/polkadot/polkadotAccounts.js'
import { decodeSs58 } from '../../chains/polkadot/ss58.js'
import type { ApprovalText } from '../approvalText.js'
import type { FamilyWallet, FamilyWalletOptions } from '../family/familyWallet.js'
import { accountCount, createWalletKernel } from '../family/walletKernel.js'
import { ProviderError } from '../providerError.js'
import { extrinsicPayload, type SignerPayload } from './extrinsicPayload.js'

/** An account, as extensions show it. */
export type InjectedPolkadotAccount = {
  readonly address: string
  readonly genesisHash: null
  readonly name: string
  readonly type: 'sr25519'
}

/** The API of an allowed page. @see https://github.com/polkadot-js/extension/tree/master/packages/extension-inject */
export type InjectedPolkadot = {
  readonly accounts: {
    get(anyType?: boolean): Promise<readonly InjectedPolkadotAccount[]>
    subscribe(listener: (accounts: readonly InjectedPolkadotAccount[]) => void): () => void
  }
  readonly signer: {
    signRaw(raw: {
      address: string
      data: string
      type: 'bytes' | 'payload'
    }): Promise<{ id: number; signature: string }>
    signPayload(payload: SignerPayload): Promise<{ id: number; signature: string }>
  }
  readonly metadata: { get(): Promise<readonly unknown[]>; provide(definition: unknown): Promise<boolean> }
}

/** What stands at `window.injectedWeb3[name]`. */
export type PolkadotExtension = { readonly version: string; enable(origin: string): Promise<InjectedPolkadot> }

/** A Polkadot wallet over local keys that keeps to the convention until one of its switches is thrown. */
export type PolkadotTestWallet = FamilyWallet & {
  /** The accounts it holds; the page sees all of them, the selected one first. */
  readonly accounts: readonly PolkadotTestAccount[]
  readonly extension: PolkadotExtension
  /** Stands at `window.injectedWeb3` under a name; returns the way to leave. */
  announce(options?: { target?: EventTarget; name?: string }): () => void
}

const opening = utf8ToBytes('<Bytes>')
const closing = utf8ToBytes('</Bytes>')

/**
 * Creates a Polkadot wallet over local sr25519 keys, for demos and tests, as browser extensions inject themselves. It has no
 * secrets; never give it anything of value.
 *
 * @param options - Its network, and who approves.
 * @returns The wallet.
 * @throws LatchkeyError INVALID_CONFIG when too many accounts are wanted.
 * @see https://github.com/polkadot-js/extension
 *
 * @example
 * import { startPolkadotLedger } from '@latchkey/devnet'
 * import { createPolkadotTestWallet } from '@latchkey/devnet/wallet'
 * const chain = await startPolkadotLedger()
 * const wallet = createPolkadotTestWallet({ chain })
 * const stop = wallet.announce()
 */
export function createPolkadotTestWallet(options: FamilyWalletOptions): PolkadotTestWallet {
  const accounts = polkadotAccounts(accountCount(options))
  const addresses = accounts.map(({ address }) => address)
  const kernel = createWalletKernel('polkadot', options, addresses)
  let id = 0

  const visible = (): readonly InjectedPolkadotAccount[] => {
    if (!kernel.permitted() || kernel.switches.disconnected) return []
    const order = [kernel.selected(), ...accounts.keys()].filter((index, at, all) => all.indexOf(index) === at)
    return order.map((index) => ({
      address: addresses[index] ?? '',
      genesisHash: null,
      name: `${kernel.info.name} ${index + 1}`,
      type: 'sr25519',
    }))
  }
  const accountOf = (address: unknown): PolkadotTestAccount => {
    const publicKey = typeof address === 'string' ? decodeSs58(address) : undefined
    // The same key may be written for another network.
    const account = publicKey && accounts.find((one) => one.publicKey === hex.encode(publicKey))
    if (!kernel.permitted() || account === undefined) {
      throw new ProviderError(4100, `The site may not use the account ${String(address)}.`)
    }
    return account
  }
  const signature = (account: PolkadotTestAccount, bytes: Uint8Array, prefix = '') => {
    id += 1
    return { id, signature: `0x${prefix}${hex.encode(sign(account.secretKey, bytes))}` }
  }

  const injected: InjectedPolkadot = {
    accounts: {
      get: (anyType) => kernel.run('accounts.get', [anyType], visible),
      subscribe(listener) {
        const notify = () => listener(kernel.switches.nonsense ? ('banana' as never) : visible())
        for (const event of ['change', 'connection']) kernel.events.on(event, notify)
        if (!kernel.switches.neverAnswer) notify()
        return () => {
          for (const event of ['change', 'connection']) kernel.events.removeListener(event, notify)
        }
      },
    },
    signer: {
      signRaw: (raw) =>
        inWords('Cancelled', () =>
          kernel.run('signRaw', raw, async () => {
            const account = accountOf(raw.address)
            if (raw.type !== 'bytes')
              throw new ProviderError(-32602, 'Only data of the type `bytes` is signed as it is.')
            const data = toBytes(raw.data)
            await kernel.confirm({ kind: 'message', text: readable(data), raw: `0x${hex.encode(data)}` })
            return signature(account, wrapped(data))
          }),
        ),
      signPayload: (payload) =>
        inWords('Cancelled', () =>
          kernel.run('signPayload', payload, async () => {
            const account = accountOf(payload.address)
            const bytes = extrinsicPayload(payload)
            await kernel.confirm({ kind: 'familyTransaction', text: describeExtrinsic(payload, options.chain.name) })
            // Says which kind of key signed, as the chain wants it.
            return signature(account, bytes, '01')
          }),
        ),
    },
    metadata: {
      get: () => kernel.run('metadata.get', [], () => []),
      provide: (definition) => kernel.run('metadata.provide', [definition], () => false),
    },
  }
  const extension: PolkadotExtension = {
    version: '0.1.0',
    enable: (origin) =>
      inWords('Rejected', () =>
        kernel.run('enable', [origin], async () => {
          await kernel.connect(addresses)
          return injected
        }),
      ),
  }

  return Object.assign<FamilyWallet, Omit<PolkadotTestWallet, keyof FamilyWallet>>(kernel.wallet, {
    accounts,
    extension,
    announce({ target = window, name = 'latchkey-test-wallet' } = {}) {
      const page = target as { injectedWeb3?: { [name: string]: unknown } }
      page.injectedWeb3 ??= {}
      page.injectedWeb3[name] = extension
      return () => {
        delete page.injectedWeb3?.[name]
      }
    },
  })
}

/** Extensions know no numbers: a page reads the words. */
async function inWords<value>(no: 'Cancelled' | 'Rejected', work: () => Promise<value>): Promise<value> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    throw new Error(error.code === 4001 ? no : error.message)
  }
}

function toBytes(data: unknown): Uint8Array {
  if (typeof data !== 'string') throw new ProviderError(-32602, 'The data is not text.')
  return /^0x([0-9a-f]{2})*$/i.test(data) ? hex.decode(data.slice(2)) : utf8ToBytes(data)
}

/** A message in its wrapping, which keeps it from being an extrinsic; one that has it is left as it is. */
function wrapped(data: Uint8Array): Uint8Array {
  const text = new TextDecoder().decode(data)
  return text.startsWith('<Bytes>') && text.endsWith('</Bytes>') ? data : concatBytes(opening, data, closing)
}

function readable(data: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data)
  } catch {
    return `0x${hex.encode(data)}`
  }
}

function describeExtrinsic(payload: SignerPayload, network: string): ApprovalText {
  const plancks = typeof payload.tip === 'string' ? BigInt(payload.tip) : 0n
  return {
    title: 'Sign an extrinsic?',
    warning: 'The wallet cannot read what this call does.',
    rows: [
      { label: 'Network', value: network },
      { label: 'Number', value: String(Number(payload.nonce)) },
      ...(plancks === 0n ? [] : [{ label: 'Tip', value: `${plancks} plancks` }]),
    ],
    body: String(payload.method),
  }
}
