import { LatchkeyError } from '@latchkey/protocol/errors'
import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  isAddressEqual,
  keccak256,
  namehash,
  parseAbi,
  stringToBytes,
  zeroAddress,
} from 'viem'
import { accounts } from '../chains/evm/accounts.js'
import { nameAddresses } from '../chains/evm/contractAddresses.js'
import { nodeCall } from '../chains/evm/nodeCall.js'
import { sendFromOperator } from '../chains/evm/sendFromOperator.js'
import { artifacts } from '../contracts/artifacts.js'

const registryAbi = parseAbi([
  'function owner(bytes32 node) view returns (address)',
  'function resolver(bytes32 node) view returns (address)',
  'function setSubnodeOwner(bytes32 node, bytes32 label, address newOwner) returns (bytes32)',
  'function setResolver(bytes32 node, address newResolver)',
])

/**
 * Makes the names of the server resolve on a local chain as those of ENS do: gives the server's zones, and the names of addresses, to
 * the resolver, which asks the server and believes its key.
 *
 * @param url - The node.
 * @param serverUrl - The server.
 * @throws LatchkeyError API_BAD_ANSWER when the server does not say which key signs its names.
 */
export async function publishNames(url: string, serverUrl: string): Promise<void> {
  const response = await fetch(`${serverUrl}/v1/names/ens`)
  const { zones, signer } = (await response.json()) as { zones?: readonly string[]; signer?: Address | null }
  if (!response.ok || zones === undefined)
    throw new LatchkeyError('API_BAD_ANSWER', 'The server does not tell its zones of names.')
  // A server over a database that others share signs with a key that its settings name, or not at all.
  if (!signer) return
  for (const zone of [...zones, 'addr.reverse']) await giveToResolver(url, zone)
  const answersAt = `${serverUrl}/v1/names/ens/{sender}/{data}.json`
  // The list of a new contract is empty, and has no first one.
  const known = await read(url, 'urls', [0n]).catch(() => undefined)
  if (known !== answersAt) await write(url, 'setUrls', [[answersAt]])
  if (!(await read(url, 'isSigner', [signer]))) await write(url, 'setSigner', [signer, true])
}

const { abi: resolverAbi } = artifacts.NameResolver

async function read(url: string, functionName: string, args: readonly unknown[]): Promise<unknown> {
  const data = encodeFunctionData({ abi: resolverAbi, functionName, args })
  const result = await nodeCall(url, 'eth_call', [{ to: nameAddresses.resolver, data }, 'latest'])
  return decodeFunctionResult({ abi: resolverAbi, functionName, data: result as Hex })
}

function write(url: string, functionName: string, args: readonly unknown[]): Promise<Hex> {
  const data = encodeFunctionData({ abi: resolverAbi, functionName, args })
  return sendFromOperator(url, { to: nameAddresses.resolver, data })
}

/** Owns each node on the way to this name, and names its resolver; what stands from an earlier start stays. */
async function giveToResolver(url: string, name: string): Promise<void> {
  const owner = accounts[0]?.address ?? zeroAddress
  const labels = name.split('.')
  const node = namehash(name)
  for (let at = labels.length - 1; at >= 0; at--) {
    const parent = labels.slice(at + 1).join('.')
    if (isAddressEqual(await ask(url, 'owner', namehash(labels.slice(at).join('.'))), owner)) continue
    const label = keccak256(stringToBytes(labels[at] ?? ''))
    await send(
      url,
      encodeFunctionData({
        abi: registryAbi,
        functionName: 'setSubnodeOwner',
        args: [namehash(parent), label, owner],
      }),
    )
  }
  if (isAddressEqual(await ask(url, 'resolver', node), nameAddresses.resolver)) return
  await send(
    url,
    encodeFunctionData({ abi: registryAbi, functionName: 'setResolver', args: [node, nameAddresses.resolver] }),
  )
}

async function ask(url: string, functionName: 'owner' | 'resolver', node: Hex): Promise<Address> {
  const data = encodeFunctionData({ abi: registryAbi, functionName, args: [node] })
  const result = await nodeCall(url, 'eth_call', [{ to: nameAddresses.registry, data }, 'latest'])
  return decodeFunctionResult({ abi: registryAbi, functionName, data: result as Hex })
}

function send(url: string, data: Hex): Promise<Hex> {
  return sendFromOperator(url, { to: nameAddresses.registry, data })
}
