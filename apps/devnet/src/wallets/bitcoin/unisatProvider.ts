import { utf8ToBytes } from '@noble/hashes/utils.js'
import { hex } from '@scure/base'
import type { WalletKernel } from '../family/walletKernel.js'
import { ProviderError } from '../providerError.js'
import { createWalletEvents } from '../walletEvents.js'
import type { BitcoinWalletCore } from './bitcoinWalletCore.js'
import type { InputToSign } from './signBitcoinPsbt.js'

/** The wallet as UniSat shows itself at `window.unisat`. @see https://docs.unisat.io/dev/open-api-documentation/unisat-wallet */
export type UnisatProvider = ReturnType<typeof unisatProvider>

/** An input, as UniSat is asked to sign it. */
export type UnisatInput = {
  readonly index: number
  readonly address?: string
  readonly publicKey?: string
  readonly sighashTypes?: readonly number[]
}

/** How UniSat is asked to sign. */
export type UnisatSignOptions = { readonly autoFinalized?: boolean; readonly toSignInputs?: readonly UnisatInput[] }

const chain = { enum: 'BITCOIN_REGTEST', name: 'Bitcoin Regtest', network: 'regtest' } as const

/** The wallet by the convention of UniSat, which shows one address: that of payments. */
export function unisatProvider(kernel: WalletKernel, core: BitcoinWalletCore) {
  const events = createWalletEvents()
  const addresses = () =>
    core
      .visible()
      .slice(0, 1)
      .map(({ address }) => address)
  const notify = () => events.emit('accountsChanged', kernel.switches.nonsense ? 'banana' : addresses())
  kernel.events.on('change', notify)
  kernel.events.on('connection', notify)
  const payment = () => {
    core.requirePermission()
    return core.current()[0]
  }
  const change = (name: unknown, here: string) => {
    // The switch says that it changed, and stays where it is.
    if (name === here || kernel.switches.wrongChain) return
    throw new ProviderError(-32602, `The wallet knows only ${here}.`)
  }
  const sign = async (psbtHex: string, options: UnisatSignOptions = {}) => {
    const { autoFinalized = true, toSignInputs } = options
    const inputs = toSignInputs?.map((input) => toInput(core, input))
    const { psbt } = await core.signPsbt(fromHex(psbtHex), inputs, { finalize: autoFinalized })
    return hex.encode(psbt)
  }
  return {
    isUniSat: true,
    requestAccounts: () =>
      kernel.run('requestAccounts', [], async () => {
        await core.connect()
        return addresses()
      }),
    getAccounts: () => kernel.run('getAccounts', [], addresses),
    getPublicKey: () => kernel.run('getPublicKey', [], () => payment().publicKey),
    getNetwork: () => kernel.run<string>('getNetwork', [], () => chain.network),
    switchNetwork: (name: string) =>
      kernel.run<string>('switchNetwork', [name], () => {
        change(name, chain.network)
        return name
      }),
    getChain: () => kernel.run<typeof chain>('getChain', [], () => chain),
    switchChain: (name: string) =>
      kernel.run<typeof chain>('switchChain', [name], () => {
        change(name, chain.enum)
        return chain
      }),
    getVersion: () => kernel.run('getVersion', [], () => '1.6.0'),
    getBalance: () =>
      kernel.run('getBalance', [], async () => {
        const total = Number(await core.balance())
        return { confirmed: total, unconfirmed: 0, total }
      }),
    signMessage: (message: string, type: string = 'ecdsa') =>
      kernel.run('signMessage', [message, type], () => {
        if (type !== 'ecdsa' && type !== 'bip322-simple')
          throw invalid('The type of signature is ecdsa or bip322-simple.')
        if (typeof message !== 'string') throw invalid('The message is not text.')
        return core.signMessage(payment().address, utf8ToBytes(message), type === 'ecdsa' ? 'ecdsa' : 'bip322')
      }),
    signPsbt: (psbtHex: string, options?: UnisatSignOptions) =>
      kernel.run('signPsbt', [psbtHex, options], () => sign(psbtHex, options)),
    signPsbts: (psbtHexs: readonly string[], options: readonly UnisatSignOptions[] = []) =>
      kernel.run('signPsbts', [psbtHexs, options], async () => {
        const signed: string[] = []
        for (const [index, psbt] of psbtHexs.entries()) signed.push(await sign(psbt, options[index]))
        return signed
      }),
    pushPsbt: (psbtHex: string) => kernel.run('pushPsbt', [psbtHex], () => core.push(fromHex(psbtHex))),
    sendBitcoin: (to: string, satoshis: number) =>
      kernel.run('sendBitcoin', [to, satoshis], () => {
        if (!Number.isSafeInteger(satoshis)) throw invalid('The amount is a whole number of satoshi.')
        return core.sendTransfer([{ address: to, amount: BigInt(satoshis) }])
      }),
    disconnect: () => kernel.run('disconnect', [], () => kernel.permit(false)),
    on: (event: string, listener: (value: unknown) => void) => events.on(event, listener),
    removeListener: (event: string, listener: (value: unknown) => void) => events.removeListener(event, listener),
  }
}

function toInput(core: BitcoinWalletCore, { index, address, publicKey, sighashTypes }: UnisatInput): InputToSign {
  const byKey = core.current().find((account) => account.publicKey === publicKey)
  const account = core.accountOf(address ?? byKey?.address)
  return { index, account, ...(sighashTypes === undefined ? {} : { sighashTypes }) }
}

function invalid(message: string): ProviderError {
  return new ProviderError(-32602, message)
}

function fromHex(text: string): Uint8Array {
  try {
    return hex.decode(text)
  } catch {
    throw invalid('The PSBT is not hexadecimal.')
  }
}
