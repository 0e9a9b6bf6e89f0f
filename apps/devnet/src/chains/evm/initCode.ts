import { type Address, encodeDeployData, getContractAddress, type Hex } from 'viem'
import { artifacts } from '../../contracts/artifacts.js'
import { accounts } from './accounts.js'
import {
  create2Deployer,
  create2Salt,
  localTokens,
  nameAddresses,
  permitToken,
  swapAddresses,
  swapV3Addresses,
} from './contractAddresses.js'

/** One contract to deploy: what it is made from and where CREATE2 puts it. */
export type Deployment = { name: string; initCode: Hex; address: Address }

/** Every contract that goes through the CREATE2 deployer, with the address that follows from its code. */
export function deployments(): readonly Deployment[] {
  const { Token, Collectible, Stickers, WrappedEther, SwapFactory, SwapRouter } = artifacts
  const { SwapFactoryV3, SwapQuoterV3, SwapRouterV3, NameRegistry, NameResolver, UniversalResolver, PermitToken } =
    artifacts
  const owner = accounts[0]?.address
  const all = localTokens.map(({ symbol, name, decimals }) => ({
    name: symbol as string,
    initCode: encodeDeployData({ abi: Token.abi, bytecode: Token.bytecode, args: [name, symbol, decimals, owner] }),
  }))
  all.push({ name: 'KEY', initCode: Collectible.bytecode })
  all.push({ name: 'STICKER', initCode: Stickers.bytecode })
  all.push({ name: 'WETH', initCode: WrappedEther.bytecode })
  all.push({ name: 'SwapFactory', initCode: SwapFactory.bytecode })
  all.push({ name: 'SwapFactoryV3', initCode: SwapFactoryV3.bytecode })
  const { factory, wrapped } = swapAddresses
  const { name: permitName, symbol, decimals } = permitToken
  const named = [
    { name: symbol, artifact: PermitToken, args: [permitName, symbol, decimals] },
    { name: 'SwapRouter', artifact: SwapRouter, args: [factory, wrapped] },
    { name: 'SwapQuoterV3', artifact: SwapQuoterV3, args: [swapV3Addresses.factory] },
    { name: 'SwapRouterV3', artifact: SwapRouterV3, args: [swapV3Addresses.factory, factory, wrapped] },
    { name: 'NameRegistry', artifact: NameRegistry, args: [owner] },
    { name: 'NameResolver', artifact: NameResolver, args: [owner] },
    { name: 'UniversalResolver', artifact: UniversalResolver, args: [nameAddresses.registry] },
  ]
  for (const { name, artifact, args } of named)
    all.push({ name, initCode: encodeDeployData({ abi: artifact.abi, bytecode: artifact.bytecode, args }) })
  return all.map((contract) => ({
    ...contract,
    address: getContractAddress({
      opcode: 'CREATE2',
      from: create2Deployer,
      salt: create2Salt,
      bytecode: contract.initCode,
    }),
  }))
}
