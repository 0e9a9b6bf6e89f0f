import type { AccountFacts } from '@latchkey/core'
import { type FakeKeySwitches, failAsSwitched } from '@latchkey/core/testing'
import { type AccountId, toAccountId } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import type { BitcoinProvider } from '@latchkey/protocol/internal/bitcoin'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64, hex } from '@scure/base'

/** Ways in which a fake Bitcoin provider fails; all off at first. */
export type FakeBitcoinSwitches = FakeKeySwitches & {
  /** Signs a transaction that pays the wallet itself instead of the receiver. */
  changeOutputs: boolean
  /** Returns the PSBT as it was. */
  signNothing: boolean
}

/** A Bitcoin provider of ours with real keys, whose every fault the test decides. */
export type FakeBitcoin = {
  readonly provider: BitcoinProvider
  readonly switches: FakeBitcoinSwitches
  /** Names of the calls made, in order. */
  readonly calls: string[]
  /** Payment account first, then the ordinal one. */
  readonly accounts: readonly [AccountId, AccountId]
  readonly facts: { readonly [account in AccountId]: AccountFacts }
  /** The plain address of the payment account. */
  readonly address: string
  readonly ordinalAddress: string
}

/** What a fake Bitcoin provider is made from. */
export type FakeBitcoinParameters = {
  /** Any text; the same text gives the same keys. */
  readonly seed?: string
  /** The kind of the payment account. Default `p2wpkh`. */
  readonly kind?: 'p2pkh' | 'p2sh' | 'p2wpkh'
  /** Default: the local network. */
  readonly chainId?: `bip122:${string}`
  /** Sets the wallet's own way to send. */
  readonly sendTransfer?: NonNullable<BitcoinProvider['sendTransfer']>
}

const mainnet = 'bip122:000000000019d6689c085ae165831e93'
const regtest = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'

/**
 * Creates an implementation of the Bitcoin provider contract with real keys and failure switches.
 *
 * @param parameters - See {@link FakeBitcoinParameters}.
 * @returns The provider, its accounts, and the handles of the test.
 * @see https://github.com/bitcoin/bips/blob/master/bip-0322.mediawiki
 *
 * @example
 * import { createFakeBitcoin } from '@latchkey/bitcoin/testing'
 * import { createFakeConnector } from '@latchkey/core/testing'
 * const bitcoin = await createFakeBitcoin({ seed: 'ada' })
 * const fake = createFakeConnector({ namespaces: ['bip122'], getProvider: async () => bitcoin.provider })
 */
export async function createFakeBitcoin(parameters: FakeBitcoinParameters = {}): Promise<FakeBitcoin> {
  const { NETWORK, p2pkh, p2sh, p2tr, p2wpkh, RawWitness, Transaction } = await import('@scure/btc-signer')
  const { pubECDSA, pubSchnorr, tagSchnorr } = await import('@scure/btc-signer/utils.js')
  const { chainId = regtest, kind = 'p2wpkh', seed = 'fake', sendTransfer } = parameters
  const chain =
    chainId === mainnet
      ? NETWORK
      : { ...NETWORK, bech32: chainId === regtest ? 'bcrt' : 'tb', pubKeyHash: 111, scriptHash: 196 }
  const switches: FakeBitcoinSwitches = {
    reject: false,
    neverAnswer: false,
    nonsense: false,
    changeOutputs: false,
    signNothing: false,
  }
  const calls: string[] = []
  const keyOf = (name: string) => sha256(new TextEncoder().encode(`${seed} ${name}`))
  const [paymentKey, ordinalKey] = [keyOf('payment'), keyOf('ordinal')]
  const publicKey = pubECDSA(paymentKey)
  const nested = p2sh(p2wpkh(publicKey, chain), chain)
  const payment = { p2pkh: p2pkh(publicKey, chain), p2sh: nested, p2wpkh: p2wpkh(publicKey, chain) }[kind]
  const internalKey = pubSchnorr(ordinalKey)
  const ordinal = p2tr(internalKey, undefined, chain)
  const [address, ordinalAddress] = [textOf(payment.address), textOf(ordinal.address)]
  const accounts = [toAccountId(chainId, address), toAccountId(chainId, ordinalAddress)] as const
  const purpose = { p2pkh: 44, p2sh: 49, p2wpkh: 84 }[kind]
  const coin = chainId === mainnet ? 0 : 1
  const paid: AccountFacts = {
    type: 'payment',
    publicKey: hex.encode(publicKey),
    path: `m/${purpose}'/${coin}'/0'/0/0`,
  }
  const kept: AccountFacts = { type: 'ordinal', publicKey: hex.encode(internalKey), path: `m/86'/${coin}'/0'/0/0` }
  const facts = { [accounts[0]]: paid, [accounts[1]]: kept }

  const ownOf = (wanted: string) => {
    if (wanted === address) return { script: payment.script, key: paymentKey, isOrdinal: false }
    if (wanted === ordinalAddress) return { script: ordinal.script, key: ordinalKey, isOrdinal: true }
    throw new LatchkeyError('UNAUTHORIZED', 'The wallet has not allowed this account.')
  }

  const provider: BitcoinProvider = {
    async getAccounts() {
      await failAsSwitched(switches, calls, 'getAccounts')
      if (switches.nonsense) return 'banana' as never
      return accounts.map((account) => ({ account, ...facts[account] }))
    },
    async signMessage({ address: signer, message }) {
      await failAsSwitched(switches, calls, 'signMessage')
      if (switches.nonsense) return 'banana'
      const { script, key, isOrdinal } = ownOf(signer)
      if (!isOrdinal && kind === 'p2pkh')
        throw new LatchkeyError('UNSUPPORTED_METHOD', 'The fake signs no messages with the oldest kind of address.')
      const hash = tagSchnorr('BIP0322-signed-message', new TextEncoder().encode(message))
      const virtual = { version: 0, allowUnknownOutputs: true, allowUnknownInputs: true, disableScriptCheck: true }
      const spent = new Transaction(virtual)
      const finalScriptSig = Uint8Array.of(0, 32, ...hash)
      spent.addOutput({ script, amount: 0n })
      spent.addInput({ txid: new Uint8Array(32), index: 0xffffffff, sequence: 0, finalScriptSig })
      const signing = new Transaction(virtual)
      signing.addInput({
        txid: spent.id,
        index: 0,
        sequence: 0,
        witnessUtxo: { script, amount: 0n },
        ...own(isOrdinal),
      })
      signing.addOutput({ script: Uint8Array.of(0x6a), amount: 0n })
      signing.sign(key)
      signing.finalize()
      return base64.encode(RawWitness.encode(signing.getInput(0).finalScriptWitness ?? []))
    },
    async signPsbt({ psbt, inputs }) {
      await failAsSwitched(switches, calls, 'signPsbt')
      if (switches.nonsense) return { psbt: Uint8Array.of(1, 2, 3) }
      if (switches.signNothing) return { psbt }
      const given = Transaction.fromPSBT(psbt)
      const transaction = switches.changeOutputs ? new Transaction() : given
      if (switches.changeOutputs) {
        for (let index = 0; index < given.inputsLength; index++) transaction.addInput(given.getInput(index))
        for (let index = 0; index < given.outputsLength; index++)
          transaction.addOutput({ script: ordinal.script, amount: given.getOutput(index).amount ?? 0n })
      }
      for (const { index, address: signer } of inputs) transaction.signIdx(ownOf(signer).key, index)
      return { psbt: transaction.toPSBT() }
    },
    ...(sendTransfer
      ? {
          async sendTransfer(request) {
            await failAsSwitched(switches, calls, 'sendTransfer')
            return switches.nonsense ? 'banana' : sendTransfer(request)
          },
        }
      : {}),
  }

  function own(isOrdinal: boolean) {
    if (isOrdinal) return { tapInternalKey: internalKey }
    return kind === 'p2sh' ? { redeemScript: nested.redeemScript } : {}
  }

  return { provider, switches, calls, accounts, facts, address, ordinalAddress }
}

function textOf(address: string | undefined): string {
  if (address === undefined) throw new LatchkeyError('INVALID_ADDRESS', 'This output has no address.')
  return address
}
