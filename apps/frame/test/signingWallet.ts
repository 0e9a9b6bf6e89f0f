import type { RpcParts } from '../src/handlers/rpc.js'
import type { WalletUser } from '../src/types.js'
import { addressesOf, keysOfSeed } from '../src/worker/keys.js'
import type { SignRequest } from '../src/worker/messages.js'
import { sign } from '../src/worker/sign.js'
import { signBitcoin } from '../src/worker/signBitcoin.js'

const keys = keysOfSeed(new Uint8Array(64).fill(7))
/** Whose wallet it is. */
export const user: WalletUser = {
  userId: 'user',
  walletId: 'wallet',
  email: 'anna@example.org',
  addresses: addressesOf(keys),
}

/** What a wallet does in tests: the worker's own signing, without the worker. */
export type SigningWallet = RpcParts['wallet'] & { readonly signed: SignRequest[] }

/** Makes a wallet that signs without a worker. */
export function createSigningWallet(): SigningWallet {
  const signed: SignRequest[] = []
  return {
    user,
    signed,
    enter: async () => user,
    isOpen: async () => true,
    unlock: async () => {},
    async sign(request) {
      signed.push(request)
      return request.kind.startsWith('bitcoin') ? signBitcoin(keys, request) : sign(keys, request)
    },
  }
}
