import { hex } from '@scure/base'
import { SigHash } from '@scure/btc-signer'
import type { BitcoinTestAccount } from '../../chains/bitcoin/bitcoinAccounts.js'
import type { WalletKernel } from '../family/walletKernel.js'
import { ProviderError } from '../providerError.js'
import type { BitcoinWalletCore } from './bitcoinWalletCore.js'
import type { InputToSign } from './signBitcoinPsbt.js'

/** An account, as the Wallet Standard shows it. */
export type StandardBitcoinAccount = {
  readonly address: string
  readonly publicKey: Uint8Array
  readonly chains: readonly ['bitcoin:regtest']
  readonly features: readonly `${string}:${string}`[]
  readonly label: string
  readonly purpose: 'payment' | 'ordinals'
}

/** A wallet, as it registers itself on a page. @see https://github.com/wallet-standard/wallet-standard */
export type StandardBitcoinWallet = {
  readonly version: '1.0.0'
  readonly name: string
  readonly icon: `data:image/${string}`
  readonly chains: readonly ['bitcoin:regtest']
  readonly accounts: readonly StandardBitcoinAccount[]
  readonly features: { readonly [feature: `${string}:${string}`]: { readonly [name: string]: unknown } }
}

type SignInput = {
  readonly psbt: Uint8Array
  readonly inputsToSign: readonly {
    readonly account: { readonly address: string }
    readonly signingIndexes: readonly number[]
    readonly sigHash?: string
  }[]
}

const sighashes: { readonly [name: string]: number } = {
  ALL: SigHash.ALL,
  NONE: SigHash.NONE,
  SINGLE: SigHash.SINGLE,
  'ALL|ANYONECANPAY': SigHash.ALL_ANYONECANPAY,
  'NONE|ANYONECANPAY': SigHash.NONE_ANYONECANPAY,
  'SINGLE|ANYONECANPAY': SigHash.SINGLE_ANYONECANPAY,
}

/**
 * The wallet by the Wallet Standard with the features of Bitcoin wallets.
 *
 * @see https://github.com/ExodusMovement/bitcoin-wallet-standard
 */
export function standardBitcoinWallet(kernel: WalletKernel, core: BitcoinWalletCore): StandardBitcoinWallet {
  const chains = ['bitcoin:regtest'] as const
  const accounts = () => core.visible().map(toAccount)
  const connect = async (input: { silent?: boolean } = {}) => {
    if (!(input.silent === true)) await core.connect()
    return { accounts: accounts() }
  }
  const disconnect = () => kernel.permit(false)
  const on = (event: string, listener: (change: unknown) => void) => {
    if (event !== 'change') return () => {}
    const notify = () => listener({ accounts: kernel.switches.nonsense ? 'banana' : accounts() })
    for (const name of ['change', 'connection']) kernel.events.on(name, notify)
    return () => {
      for (const name of ['change', 'connection']) kernel.events.removeListener(name, notify)
    }
  }
  const each =
    <input, output>(method: string, work: (input: input) => Promise<output>) =>
    (...inputs: readonly input[]) =>
      kernel.run(method, inputs, async () => {
        const outputs: output[] = []
        for (const input of inputs) outputs.push(await work(input))
        return outputs
      })
  const features = {
    'standard:connect': {
      version: '1.0.0',
      connect: (input?: { silent?: boolean }) => kernel.run('standard:connect', input, () => connect(input)),
    },
    'standard:disconnect': {
      version: '1.0.0',
      disconnect: () => kernel.run('standard:disconnect', undefined, disconnect),
    },
    'standard:events': { version: '1.0.0', on },
    'bitcoin:connect': {
      version: '1.0.0',
      connect: (input?: { purposes?: readonly string[] }) =>
        kernel.run('bitcoin:connect', input, async () => {
          const granted = await connect()
          const { purposes } = input ?? {}
          return { accounts: granted.accounts.filter(({ purpose }) => !purposes || purposes.includes(purpose)) }
        }),
    },
    'bitcoin:disconnect': {
      version: '1.0.0',
      disconnect: () => kernel.run('bitcoin:disconnect', undefined, disconnect),
    },
    'bitcoin:events': { version: '1.0.0', on },
    'bitcoin:signMessage': {
      version: '1.0.0',
      signMessage: each(
        'bitcoin:signMessage',
        async ({ account, message }: { account: { address: string }; message: Uint8Array }) => {
          const signature = await core.signMessage(account.address, message, 'bip322')
          return { signedMessage: message, signature: Uint8Array.from(atob(signature), (sign) => sign.charCodeAt(0)) }
        },
      ),
    },
    'bitcoin:signTransaction': {
      version: '1.0.0',
      signTransaction: each('bitcoin:signTransaction', async (input: SignInput) => {
        const { psbt } = await core.signPsbt(input.psbt, toInputs(core, input))
        return { signedPsbt: psbt }
      }),
    },
    'bitcoin:signAndSendTransaction': {
      version: '1.0.0',
      signAndSendTransaction: each('bitcoin:signAndSendTransaction', async (input: SignInput) => {
        const { txid } = await core.signPsbt(input.psbt, toInputs(core, input), { broadcast: true })
        return { txId: txid }
      }),
    },
    'bitcoin:sendTransfer': {
      version: '1.0.0',
      sendTransfer: each(
        'bitcoin:sendTransfer',
        async ({ recipient, amount }: { recipient: string; amount: bigint | number }) => ({
          txId: await core.sendTransfer([{ address: recipient, amount: BigInt(amount) }]),
        }),
      ),
    },
  } as const
  const names = Object.keys(features) as readonly `${string}:${string}`[]
  const toAccount = (account: BitcoinTestAccount): StandardBitcoinAccount =>
    Object.freeze({
      address: account.address,
      publicKey: hex.decode(account.publicKey),
      chains,
      features: names,
      label: account.type === 'payment' ? 'Payments' : 'Ordinals',
      purpose: account.type === 'payment' ? 'payment' : 'ordinals',
    })
  return Object.freeze({
    version: '1.0.0',
    name: kernel.info.name,
    icon: kernel.info.icon,
    chains,
    features,
    get accounts() {
      return accounts()
    },
  })
}

function toInputs(core: BitcoinWalletCore, { inputsToSign }: SignInput): readonly InputToSign[] {
  return inputsToSign.flatMap(({ account, signingIndexes, sigHash }) => {
    const own = core.accountOf(account.address)
    const sighash = sigHash === undefined ? undefined : sighashes[sigHash]
    if (sigHash !== undefined && sighash === undefined)
      throw new ProviderError(-32602, `No kind of signature is called ${sigHash}.`)
    return signingIndexes.map((index) => ({
      index,
      account: own,
      ...(sighash === undefined ? {} : { sighashTypes: [sighash] }),
    }))
  })
}
