import { concat } from 'viem'
import { artifacts } from '../../contracts/artifacts.js'
import {
  collectibleAddress,
  create2Deployer,
  create2Salt,
  localTokens,
  multicall3Address,
  nameAddresses,
  permitToken,
  stickersAddress,
  swapAddresses,
  swapV3Addresses,
} from './contractAddresses.js'
import { faucet } from './faucet.js'
import { fillPools } from './fillPools.js'
import { deployments } from './initCode.js'
import { nodeCall } from './nodeCall.js'
import { sendFromOperator } from './sendFromOperator.js'
import { firstHolders, giveStickers } from './stickers.js'

/** Puts the contracts on a chain and fills the first three accounts; what already has code stays as it is. */
export async function deployContracts(url: string): Promise<void> {
  if ((await nodeCall(url, 'eth_getCode', [multicall3Address, 'latest'])) === '0x') {
    await nodeCall(url, 'anvil_setCode', [multicall3Address, artifacts.Multicall3.deployedBytecode])
  }
  const known = new Set<string>([
    collectibleAddress,
    stickersAddress,
    ...[...localTokens, permitToken].map((token) => token.address),
    ...Object.values(swapAddresses),
    ...Object.values(swapV3Addresses),
    ...Object.values(nameAddresses),
  ])
  const missing = await Promise.all(
    deployments().map(async (contract) => {
      if (!known.has(contract.address)) throw new Error(`${contract.name} would land on ${contract.address}`)
      return (await nodeCall(url, 'eth_getCode', [contract.address, 'latest'])) === '0x' ? [contract] : []
    }),
  )
  const todo = missing.flat()
  for (const { initCode } of todo) {
    await sendFromOperator(url, { to: create2Deployer, data: concat([create2Salt, initCode]) })
  }
  await fillPools(url)
  // An older chain has the tokens, and its accounts what they got with them.
  const isNew = (contract: string) => todo.some(({ address }) => address === contract)
  if (isNew(collectibleAddress)) for (const address of firstHolders()) await faucet({ url }, address, { eth: '0' })
  if (isNew(stickersAddress)) await giveStickers(url, firstHolders())
}
