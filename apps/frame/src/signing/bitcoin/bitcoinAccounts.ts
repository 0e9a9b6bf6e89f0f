import { bytesToHex } from '@noble/hashes/utils.js'
import { Address, NETWORK, OutScript } from '@scure/btc-signer'
import type { FrameChain, WalletUser } from '../../types.js'
import { bitcoinNetworkOf } from './bitcoinNetwork.js'

/** One Bitcoin account of the wallet, as a network writes it. */
export type BitcoinAccount = {
  readonly address: string
  /** The output script of this account, in hex. */
  readonly script: string
  readonly intention: 'payment' | 'ordinal'
  /** The keys are one wallet's on every network, so the path is that of the main one. */
  readonly path: string
}

const paths = { payment: "m/84'/0'/0'/0/0", ordinal: "m/86'/0'/0'/0/0" } as const

/**
 * Returns the Bitcoin accounts of a wallet on one network, the payment account first.
 *
 * @param chain - The network.
 * @param addresses - The wallet's addresses, as the main network writes them.
 * @returns The accounts.
 */
export function bitcoinAccounts(
  chain: Pick<FrameChain, 'id'>,
  { bip122 }: Pick<WalletUser['addresses'], 'bip122'>,
): readonly [BitcoinAccount, BitcoinAccount] {
  const account = (intention: 'payment' | 'ordinal'): BitcoinAccount => {
    const output = Address(NETWORK).decode(bip122[intention])
    return {
      address: Address(bitcoinNetworkOf(chain)).encode(output),
      script: bytesToHex(OutScript.encode(output)),
      intention,
      path: paths[intention],
    }
  }
  return [account('payment'), account('ordinal')]
}
