import { type Address, encodeAbiParameters, encodeFunctionData, type Hex } from 'viem'
import { accounts } from '../../chains/evm/accounts.js'
import { nodeCall } from '../../chains/evm/nodeCall.js'
import { sendFromOperator } from '../../chains/evm/sendFromOperator.js'
import { artifacts } from '../../contracts/artifacts.js'
import { farcasterAccounts } from './farcasterAccounts.js'

/** The addresses of Farcaster's registries on OP Mainnet, and on a local chain. @see https://docs.farcaster.xyz/reference/contracts/deployments */
export const farcasterRegistries = {
  ids: '0x00000000Fc6c5F01Fc30151999387Bb99A9f489b',
  keys: '0x00000000Fc1237824fb747aBDE0FF18990E59b7e',
} as const satisfies { readonly [name: string]: Address }

/** State and kind of a key that may sign in for its number. */
const added = 1
const authAddress = 2

/**
 * Puts Farcaster's registries on a local chain, at their usual addresses, and the local accounts into them.
 *
 * @param url - The node of the chain.
 */
export async function placeRegistries(url: string): Promise<void> {
  const { FarcasterIds, FarcasterKeys } = artifacts
  const contracts = [
    [farcasterRegistries.ids, FarcasterIds],
    [farcasterRegistries.keys, FarcasterKeys],
  ] as const
  let isThere = true
  for (const [address, { deployedBytecode }] of contracts) {
    if ((await nodeCall(url, 'eth_getCode', [address, 'latest'])) === deployedBytecode) continue
    await nodeCall(url, 'anvil_setCode', [address, deployedBytecode])
    isThere = false
  }
  // A chain that was kept from an earlier run has the accounts too.
  if (isThere) return
  const send = (to: Address, data: Hex) => sendFromOperator(url, { to, data })
  for (const { fid, custody, signer, isForged } of farcasterAccounts) {
    if (isForged === true) continue
    const owner = addressOf(custody)
    const args = [BigInt(fid), owner]
    await send(farcasterRegistries.ids, encodeFunctionData({ abi: FarcasterIds.abi, functionName: 'place', args }))
    if (signer === undefined) continue
    const key = encodeAbiParameters([{ type: 'address' }], [addressOf(signer)])
    const keyArgs = [BigInt(fid), key, added, authAddress]
    await send(
      farcasterRegistries.keys,
      encodeFunctionData({ abi: FarcasterKeys.abi, functionName: 'place', args: keyArgs }),
    )
  }
}

function addressOf(index: number): Address {
  const account = accounts[index]
  if (account === undefined) throw new RangeError('There is no such local account')
  return account.address
}
