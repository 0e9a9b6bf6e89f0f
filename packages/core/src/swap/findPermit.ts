import { type AccountId, parseAccountId } from '@latchkey/protocol/caip'
import {
  decodeFunctionResult,
  domainSeparator,
  encodeFunctionData,
  type Hex,
  keccak256,
  parseAbi,
  toBytes,
  zeroHash,
} from 'viem'
import { call, getCode, readContract } from 'viem/actions'
import { getClient } from '../contracts/getClient.js'
import type { Config } from '../createConfig.js'
import { routersOf } from './swapNetworks.js'
import type { SwapPermit } from './swapPermits.js'

/** The calls of Uniswap's SwapRouter02 that bring a permit. */
export const permitRouterAbi = parseAbi([
  'function multicall(bytes[] data) payable returns (bytes[])',
  'function multicall(uint256 deadline, bytes[] data) payable returns (bytes[])',
  'function selfPermitIfNecessary(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) payable',
])

/** The ABI of a token with permits. */
export const permitAbi = parseAbi([
  'function name() view returns (string)',
  'function version() view returns (string)',
  'function nonces(address owner) view returns (uint256)',
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
  'function PERMIT_TYPEHASH() view returns (bytes32)',
])

const permitType = keccak256(
  toBytes('Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)'),
)

/**
 * Asks the chain whether an account can let a router take a token by a signature: the token has permits as EIP-2612 has them, and
 * checks them by a domain that follows from its name and version; the account has a key and no code; a router of the config or the
 * package brings permits. A node that lies gets a signature that no contract takes: token, router and amount are not its to say.
 *
 * @returns What is to be signed; undefined where an approval is needed.
 */
export async function findPermit(
  config: Config,
  { account, token }: { readonly account: AccountId; readonly token: AccountId },
): Promise<SwapPermit | undefined> {
  const { chainId: chain, address } = parseAccountId(token)
  const owner = parseAccountId(account).address as Hex
  const verifyingContract = address as Hex
  const chainId = Number(chain.split(':')[1])
  const client = getClient(config, { chainId: chainId as never })
  const read = <name extends 'name' | 'version' | 'DOMAIN_SEPARATOR' | 'PERMIT_TYPEHASH'>(functionName: name) =>
    readContract(client, { address: verifyingContract, abi: permitAbi, functionName })
  const [routers, code, name, version, separator, type] = await Promise.all([
    Promise.all(routersOf(config, chain).map(async (router) => ((await bringsPermits(router)) ? [router] : []))),
    getCode(client, { address: owner }),
    read('name'),
    read('version').catch(() => '1'),
    read('DOMAIN_SEPARATOR'),
    // Few tokens tell it; one that tells another takes other permits, as DAI does.
    read('PERMIT_TYPEHASH').catch(() => permitType),
    readContract(client, { address: verifyingContract, abi: permitAbi, functionName: 'nonces', args: [owner] }),
  ])
  if (routers.flat().length === 0 || code || type !== permitType) return undefined
  const plain = { name, chainId, verifyingContract }
  const domain = [{ ...plain, version }, plain].find((one) => domainSeparator({ domain: one }) === separator)
  return domain && { domain, routers: routers.flat() }

  /** A permit for nothing is always there, so that a router which knows the call does nothing. */
  async function bringsPermits(router: string): Promise<boolean> {
    const args = [verifyingContract, 0n, 0n, 0, zeroHash, zeroHash] as const
    const permit = encodeFunctionData({ abi: permitRouterAbi, functionName: 'selfPermitIfNecessary', args })
    const asked = { abi: permitRouterAbi, functionName: 'multicall', args: [[permit]] } as const
    try {
      const { data = '0x' } = await call(client, { to: router as Hex, data: encodeFunctionData(asked) })
      const results = decodeFunctionResult({ ...asked, data })
      return results.length === 1 && results[0] === '0x'
    } catch {
      return false
    }
  }
}
