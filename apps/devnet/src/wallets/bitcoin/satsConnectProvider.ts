import { utf8ToBytes } from '@noble/hashes/utils.js'
import { base64, hex } from '@scure/base'
import type { BitcoinTestAccount } from '../../chains/bitcoin/bitcoinAccounts.js'
import type { WalletKernel } from '../family/walletKernel.js'
import { ProviderError } from '../providerError.js'
import { uuid } from '../uuid.js'
import type { BitcoinWalletCore } from './bitcoinWalletCore.js'
import { hashOfBip322, hashOfMessage } from './signBitcoinMessage.js'

/** The wallet as Sats Connect knows wallets. @see https://docs.xverse.app/sats-connect */
export type SatsConnectProvider = {
  /** Never rejects: what went wrong is in the answer. */
  request(method: string, params?: unknown): Promise<SatsConnectAnswer>
  addListener(
    event: string | { eventName: string; cb: (value: unknown) => void },
    listener?: (value: unknown) => void,
  ): () => void
}

/** An answer: that of JSON-RPC, with the status that the library adds. */
export type SatsConnectAnswer = { readonly jsonrpc: '2.0'; readonly id: string } & (
  | { readonly status: 'success'; readonly result: unknown }
  | { readonly status: 'error'; readonly error: { readonly code: number; readonly message: string } }
)

type Fields = { readonly [name: string]: unknown }

/** Our codes for the codes of EIP-1193. */
const codes: { readonly [code: number]: number } = {
  4001: -32000,
  4100: -32002,
  4200: -32601,
  4900: -32603,
  [-32002]: -32603,
}

/** The wallet by the convention of Sats Connect. */
export function satsConnectProvider(kernel: WalletKernel, core: BitcoinWalletCore): SatsConnectProvider {
  const address = ({ address, publicKey, type }: BitcoinTestAccount) => ({
    address,
    // Taproot keys are named without their sign.
    publicKey: type === 'payment' ? publicKey : publicKey.slice(2),
    purpose: type === 'payment' ? 'payment' : 'ordinals',
    addressType: type === 'payment' ? 'p2wpkh' : 'p2tr',
    network: 'regtest',
    walletType: 'software',
  })
  const addresses = (params: Fields) => {
    const purposes = Array.isArray(params.purposes) ? params.purposes : ['payment', 'ordinals']
    return core
      .visible()
      .map(address)
      .filter(({ purpose }) => purposes.includes(purpose))
  }
  const network = { bitcoin: { name: 'Regtest' } }
  const account = (params: Fields) => ({
    id: `test-account-${kernel.selected()}`,
    addresses: addresses({ purposes: params.addresses ?? params.purposes }),
    walletType: 'software',
    network,
  })
  const methods: { readonly [method: string]: (params: Fields) => unknown } = {
    getInfo: () => ({
      version: '0.1.0',
      platform: 'web',
      methods: Object.keys(methods),
      supports: ['WBIP001', 'WBIP002'],
    }),
    getAddresses: async (params) => {
      await core.connect()
      return { addresses: addresses(params), network }
    },
    getAccounts: async (params) => {
      await core.connect()
      return addresses(params)
    },
    wallet_connect: async (params) => {
      await core.connect()
      return account(params)
    },
    wallet_getAccount: (params) => {
      core.requirePermission()
      return account(params)
    },
    wallet_requestPermissions: async () => {
      await core.connect()
      return true
    },
    wallet_getCurrentPermissions: () => (kernel.permitted() ? [{ type: 'account' }] : []),
    wallet_disconnect: () => kernel.permit(false) ?? null,
    wallet_renouncePermissions: () => kernel.permit(false) ?? null,
    wallet_getNetwork: () => network,
    wallet_changeNetwork: (params) => {
      // The switch says that it changed, and stays where it is.
      if (params.name === 'Regtest' || kernel.switches.wrongChain) return null
      throw new ProviderError(-32602, `The wallet knows only Regtest, not ${String(params.name)}.`)
    },
    signMessage: async (params) => {
      const message = utf8ToBytes(text(params.message, 'message'))
      const own = core.accountOf(params.address)
      const usual = own.type === 'payment' ? 'ECDSA' : 'BIP322'
      const protocol = params.protocol ?? usual
      if (protocol !== 'ECDSA' && protocol !== 'BIP322') throw invalid('`protocol` is ECDSA or BIP322.')
      if (protocol === 'ECDSA' && own.type === 'ordinal')
        throw invalid('Taproot accounts sign messages by BIP322 only.')
      const signature = await core.signMessage(own.address, message, protocol === 'ECDSA' ? 'ecdsa' : 'bip322')
      const messageHash = hex.encode(protocol === 'ECDSA' ? hashOfMessage(message) : hashOfBip322(message))
      return { signature, messageHash, address: own.address, protocol }
    },
    signPsbt: async (params) => {
      const psbt = bytes(text(params.psbt, 'psbt'))
      const { signInputs, broadcast } = params
      const isList = typeof signInputs === 'object' && signInputs !== null
      const inputs = isList
        ? Object.entries(signInputs as { [address: string]: readonly number[] }).flatMap(([of, indexes]) => {
            const own = core.accountOf(of)
            return [...indexes].map((index) => ({ index, account: own }))
          })
        : undefined
      const signed = await core.signPsbt(psbt, inputs, { broadcast: broadcast === true })
      return { psbt: base64.encode(signed.psbt), ...(signed.txid === undefined ? {} : { txid: signed.txid }) }
    },
    sendTransfer: async (params) => {
      const recipients = Array.isArray(params.recipients) ? (params.recipients as Fields[]) : []
      return {
        txid: await core.sendTransfer(
          recipients.map(({ address, amount }) => {
            if (!Number.isSafeInteger(Number(amount))) throw invalid('`amount` is a whole number of satoshi.')
            return { address: text(address, 'address'), amount: BigInt(Number(amount)) }
          }),
        ),
      }
    },
    getBalance: async () => {
      const confirmed = String(await core.balance())
      return { confirmed, unconfirmed: '0', total: confirmed }
    },
  }

  return {
    async request(method, params) {
      const id = uuid()
      try {
        const result = await kernel.run(method, params, () => {
          const run = Object.hasOwn(methods, method) ? methods[method] : undefined
          if (run === undefined)
            throw new ProviderError(4200, `The wallet does not know the method ${String(method).slice(0, 60)}.`)
          return run((params ?? {}) as Fields)
        })
        return { jsonrpc: '2.0', id, status: 'success', result: result ?? null }
      } catch (error) {
        const { code, message } = error instanceof ProviderError ? error : new ProviderError(-32603, String(error))
        return { jsonrpc: '2.0', id, status: 'error', error: { code: codes[code] ?? code, message } }
      }
    },
    addListener(event, listener) {
      const { eventName, cb } = typeof event === 'string' ? { eventName: event, cb: listener } : event
      const change = () => {
        if (eventName === 'accountChange' && kernel.permitted())
          cb?.({ type: 'accountChange', addresses: addresses({}) })
        if (eventName === 'disconnect' && !kernel.permitted()) cb?.({ type: 'disconnect' })
      }
      const connection = (gone: boolean) => {
        if (gone && eventName === 'disconnect') cb?.({ type: 'disconnect' })
      }
      kernel.events.on('change', change)
      kernel.events.on('connection', connection)
      return () => {
        kernel.events.removeListener('change', change)
        kernel.events.removeListener('connection', connection)
      }
    },
  }
}

function invalid(message: string): ProviderError {
  return new ProviderError(-32602, message)
}

function text(value: unknown, name: string): string {
  if (typeof value === 'string') return value
  throw invalid(`\`${name}\` is not text.`)
}

function bytes(value: string): Uint8Array {
  try {
    return base64.decode(value)
  } catch {
    throw invalid('The PSBT is not base64.')
  }
}
