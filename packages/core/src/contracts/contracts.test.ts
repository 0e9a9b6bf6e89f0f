import {
  accounts,
  artifacts,
  type EvmChains,
  faucet,
  multicall3Address,
  setTokenFailing,
  startEvmChains,
  startFaultyNode,
} from '@latchkey/devnet'
import { isLatchkeyError } from '@latchkey/protocol/errors'
import { createTestClient, erc20Abi, extractChain, http, parseAbi, publicActions, toHex, walletActions } from 'viem'
import { getBlock } from 'viem/actions'
import * as viemChains from 'viem/chains'
import { packetToBytes } from 'viem/ens'
import { afterAll, beforeAll, describe, expect, expectTypeOf, it, onTestFinished } from 'vitest'
import { testChain } from '../../test/chains.js'
import { connect } from '../actions/connect.js'
import * as ours from '../chains/chains.js'
import { type CreateConfigParameters, createConfig } from '../createConfig.js'
import { createFakeConnector } from '../testing/createFakeConnector.js'
import { estimateGas } from './estimateGas.js'
import { getBlockNumber } from './getBlockNumber.js'
import { getClient } from './getClient.js'
import { getEnsAddress } from './getEnsAddress.js'
import { getEnsAvatar } from './getEnsAvatar.js'
import { getEnsName } from './getEnsName.js'
import { getPublicClient } from './getPublicClient.js'
import { getWalletClient } from './getWalletClient.js'
import { readContract } from './readContract.js'
import { readContracts } from './readContracts.js'
import { simulateContract } from './simulateContract.js'
import { watchBlockNumber } from './watchBlockNumber.js'
import { watchContractEvent } from './watchContractEvent.js'
import { writeContract } from './writeContract.js'

const [, sender, receiver] = accounts.map(({ address }) => address)
if (!sender || !receiver) throw new Error('The local chains have accounts')
const abi = [...erc20Abi, ...parseAbi(['error TokenFailing()', 'function mint(address to, uint256 amount)'])] as const
const resolver = '0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe'
const contracts = { multicall3: { address: multicall3Address }, ensUniversalResolver: { address: resolver } } as const
let local: EvmChains
let address: `0x${string}`

beforeAll(async () => {
  local = await startEvmChains()
  address = local.chains[0].tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? '0x'
  for (const node of local.chains) await faucet(node, sender, { topUp: true })
})
afterAll(() => local.stop())

const node = (at: 0 | 1) =>
  createTestClient({ mode: 'anvil', transport: http(local.chains[at].url) }).extend(publicActions)

function over(urls: readonly string[], more: Partial<CreateConfigParameters> = {}) {
  const config = createConfig({
    chains: [
      testChain('eip155:31337', { rpcUrls: { default: { http: urls } }, contracts }),
      testChain('eip155:31338', { rpcUrls: { default: { http: [local.chains[1].url] } } }),
      testChain('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'),
    ],
    storage: null,
    ...more,
  })
  onTestFinished(() => config.destroy())
  return config
}
const make = (more: Partial<CreateConfigParameters> = {}) => over([local.chains[0].url], more)

async function connected(more: Partial<Parameters<typeof createFakeConnector>[0]> = {}) {
  const wallet = createFakeConnector({ chainId: 'eip155:31337', ...more })
  const config = make({ connectors: [wallet.create] })
  await connect(config, { connector: 'dev.latchkey.fake' })
  return { config, wallet }
}

async function watched(url = local.chains[0].url) {
  const faulty = await startFaultyNode({ target: url, mode: 'ok' })
  onTestFinished(() => faulty.stop())
  return faulty
}

describe('clients of viem', () => {
  it('is one for a config and a chain, over the URLs of the config, and gone with it', async () => {
    const config = make()
    const client = getClient(config)
    expect(getClient(config, { chainId: 31337 })).toBe(client)
    expect(getClient(config, { chainId: 31338 })).not.toBe(client)
    expect(getClient(make())).not.toBe(client)
    expect(client.chain).toMatchObject({ id: 31337, contracts })
    expect((await getBlock(client)).number).toBe(await node(0).getBlockNumber())
    expect(await getPublicClient(config, { chainId: 31338 }).getChainId()).toBe(31338)
    expect(getPublicClient(config)).toBe(getPublicClient(config))
    config.destroy()
    expect(config._internal.singletons.size).toBe(0)
  })

  it('knows where multicall and ENS are on the chains of ours, and takes what a chain of viem says', () => {
    const known = Object.values(ours).filter(({ chainNamespace }) => chainNamespace === 'eip155')
    const config = make({ chains: [viemChains.celo, ...known] })
    for (const { id } of known) {
      const { contracts } = getClient(config, { chainId: Number(id) }).chain
      const theirs = extractChain({ chains: Object.values(viemChains), id: Number(id) as 1 }).contracts
      expect(contracts?.multicall3?.address.toLowerCase()).toBe(theirs.multicall3.address)
      expect(contracts?.ensUniversalResolver?.address.toLowerCase()).toBe(theirs.ensUniversalResolver?.address)
    }
    expect(getClient(config, { chainId: viemChains.celo.id }).chain.contracts).toEqual(viemChains.celo.contracts)
  })

  it('goes on to the next URL when the first is away', async () => {
    const config = over(['http://127.0.0.1:9', local.chains[0].url])
    expect(await getBlockNumber(config)).toBe(await node(0).getBlockNumber())
  })

  it.each([1, 5])('error: a chain that is not listed: %s', (chainId) => {
    expect(() => getClient(make(), { chainId })).toThrow(expect.objectContaining({ code: 'CHAIN_NOT_FOUND' }))
  })

  it('speaks for the connected account on its chain', async () => {
    const { config } = await connected()
    const client = await getWalletClient(config, { chainId: 31337 })
    expect([client.account.address, client.chain.id]).toEqual([sender, 31337])
    expect(await client.getAddresses()).toEqual([sender])
    const signature = await client.signMessage({ message: 'Hello' })
    expect(await node(0).verifyMessage({ address: sender, message: 'Hello', signature })).toBe(true)
  })

  it('error: no wallet client without a wallet, or for another chain than it is on', async () => {
    await expect(getWalletClient(make())).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
    const { config } = await connected()
    await expect(getWalletClient(config, { chainId: 31338 })).rejects.toMatchObject({ code: 'CHAIN_MISMATCH' })
  })
})

describe('reading', () => {
  it('gives what the contract gives, typed by its ABI, on the chain that is named', async () => {
    const config = make()
    const balance = await readContract(config, { address, abi, functionName: 'balanceOf', args: [sender] })
    expectTypeOf(balance).toEqualTypeOf<bigint>()
    expect(balance).toBe(await node(0).readContract({ address, abi, functionName: 'balanceOf', args: [sender] }))
    const symbol = await readContract(config, { address, abi, functionName: 'symbol', chainId: 31338 })
    expectTypeOf(symbol).toEqualTypeOf<string>()
    expect(symbol).toBe('USDC')
    // @ts-expect-error no such function
    await expect(readContract(config, { address, abi, functionName: 'balance' })).rejects.toMatchObject({
      code: 'INVALID_PARAMS',
    })
    await expect(
      // @ts-expect-error the argument is an address
      readContract(config, { address, abi, functionName: 'balanceOf', args: [1n] }),
    ).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
  })

  it('error: no contract at the address', async () => {
    const asked = readContract(make(), { address: receiver, abi, functionName: 'decimals', chainId: 31338 })
    await expect(asked).rejects.toMatchObject({ code: 'CONTRACT_NOT_FOUND', cause: expect.any(Error) })
  })

  it('error: a node that is away is said so, with the error of viem beneath', async () => {
    const config = over(['http://127.0.0.1:9'])
    const error = await readContract(config, { address, abi, functionName: 'decimals' }).catch((thrown) => thrown)
    expect(error).toMatchObject({ code: 'RPC_UNREACHABLE', cause: { name: 'ContractFunctionExecutionError' } })
  })

  it('reads many with one call where the chain has multicall, and side by side where not', async () => {
    const [first, second] = [await watched(), await watched(local.chains[1].url)]
    const config = make({ customRpcUrls: { 'eip155:31337': [first.url], 'eip155:31338': [second.url] } })
    const token = { address, abi } as const
    for (const chainId of [31337, 31338]) {
      const results = await readContracts(config, {
        contracts: [
          { ...token, functionName: 'symbol', chainId },
          { ...token, functionName: 'balanceOf', args: [sender], chainId },
          { ...token, address: receiver, functionName: 'decimals', chainId },
        ],
      })
      expect(results.map(({ status }) => status)).toEqual(['success', 'success', 'failure'])
      expect(results[0].result).toBe('USDC')
      expectTypeOf(results[1].result).toEqualTypeOf<bigint | undefined>()
      expect(results[2].error?.code).toBe('CONTRACT_NOT_FOUND')
    }
    const asked = (faulty: typeof first) => faulty.calls.filter((method) => method === 'eth_call').length
    expect([asked(first), asked(second)]).toEqual([1, 3])
  })

  it('reads over chains in the order that was asked, bare when no failure is allowed', async () => {
    const config = make()
    const [there, here] = await readContracts(config, {
      contracts: [
        { address, abi, functionName: 'decimals', chainId: 31338 },
        { address, abi, functionName: 'symbol' },
      ],
      allowFailure: false,
    })
    expectTypeOf(there).toEqualTypeOf<number>()
    expect([there, here]).toEqual([6, 'USDC'])
    const contracts = [{ address: receiver, abi, functionName: 'symbol' }] as const
    await expect(readContracts(config, { contracts, allowFailure: false })).rejects.toMatchObject({
      code: 'CONTRACT_NOT_FOUND',
    })
  })
})

describe('writing', () => {
  const transfer = { abi, functionName: 'transfer', args: [receiver, 2_500_000n] } as const

  it('tries a call out, writes what was tried, and the token has moved', async () => {
    const { config } = await connected()
    const held = () => readContract(config, { address, abi, functionName: 'balanceOf', args: [receiver] })
    const before = await held()
    const { result, request, chainId } = await simulateContract(config, { address, ...transfer })
    expectTypeOf(result).toEqualTypeOf<boolean>()
    expect([result, chainId]).toEqual([true, 31337])
    const hash = await writeContract(config, request)
    expect((await node(0).waitForTransactionReceipt({ hash })).status).toBe('success')
    expect(await held()).toBe(before + 2_500_000n)
    const data = (await node(0).getTransaction({ hash })).input
    expect(await estimateGas(config, { to: address, data })).toBeGreaterThan(21_000n)
  })

  it('refuses arguments, values and names that the ABI has not', async () => {
    const { config } = await connected()
    const wrong = { code: 'INVALID_PARAMS' }
    // @ts-expect-error the receiver is an address
    const args = writeContract(config, { address, abi, functionName: 'transfer', args: ['vitalik', 1n] })
    await expect(args).rejects.toMatchObject(wrong)
    // @ts-expect-error a function that only reads
    const view = writeContract(config, { address, abi, functionName: 'totalSupply' })
    await expect(view).resolves.toMatch(/^0x/)
    // @ts-expect-error a function that takes no value
    const paid = () => writeContract(config, { address, ...transfer, value: 1n })
    expect(paid).toBeTypeOf('function')
  })

  it('error: nobody is connected, another chain, another account, and nothing is asked', async () => {
    await expect(writeContract(make(), { address, ...transfer })).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
    const { config, wallet } = await connected()
    // Those of the tests before may still wait for their block.
    const count = () => node(0).getTransactionCount({ address: sender, blockTag: 'pending' })
    const before = await count()
    const elsewhere = writeContract(config, { address, ...transfer, chainId: 31338 })
    await expect(elsewhere).rejects.toMatchObject({ code: 'CHAIN_MISMATCH' })
    const other = writeContract(config, { address, ...transfer, account: receiver })
    await expect(other).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    wallet.say({ chainId: 'eip155:5' })
    await expect(writeContract(config, { address, ...transfer })).rejects.toMatchObject({ code: 'CHAIN_MISMATCH' })
    expect(await count()).toBe(before)
  })

  it('error: said no to in the wallet, and given up by the page', async () => {
    const { config, wallet } = await connected()
    wallet.switches.reject = true
    await expect(writeContract(config, { address, ...transfer })).rejects.toMatchObject({ code: 'USER_REJECTED' })
    wallet.switches.reject = false
    wallet.switches.neverAnswer = true
    const cancel = new AbortController()
    const given = writeContract(config, { address, ...transfer, signal: cancel.signal })
    await expect.poll(() => wallet.calls).toContain('eth_sendTransaction')
    cancel.abort()
    await expect(given).rejects.toMatchObject({ code: 'ABORTED' })
  })

  it('error: the contract refuses, with its reason, when tried and when sent', async () => {
    const { config } = await connected()
    await setTokenFailing(local.chains[0], 'USDC', true)
    onTestFinished(() => setTokenFailing(local.chains[0], 'USDC', false))
    const reason = { code: 'EXECUTION_REVERTED', message: 'The contract refused the call: TokenFailing' }
    for (const action of [simulateContract, writeContract]) {
      const error = await action(config, { address, ...transfer }).catch((thrown: unknown) => thrown)
      expect(error).toMatchObject(reason)
      expect(isLatchkeyError(error) && error.cause).toMatchObject({ name: 'ContractFunctionExecutionError' })
    }
  })
})

describe('watching', () => {
  it('tells the events of a contract, typed by its ABI, until it is stopped', async () => {
    const { config } = await connected()
    const told: bigint[] = []
    let isReady = false
    const watching = { address, abi, eventName: 'Transfer', args: { to: receiver }, pollingInterval: 50 } as const
    const stop = watchContractEvent(config, {
      ...watching,
      strict: true,
      onLogs(logs) {
        for (const { args } of logs) told.push(args.value)
      },
      onError: (error) => expect(error).toBeUndefined(),
    })
    const stopBlocks = watchBlockNumber(config, {
      pollingInterval: 50,
      emitOnBegin: true,
      onBlockNumber: () => {
        isReady = true
      },
    })
    onTestFinished(stopBlocks)
    await expect.poll(() => isReady).toBe(true)
    const send = (amount: bigint) =>
      writeContract(config, { address, abi, functionName: 'transfer', args: [receiver, amount] })
    await send(77n)
    await expect.poll(() => told, { timeout: 10_000 }).toContain(77n)
    stop()
    await send(78n)
    await getBlockNumber(config, { cacheTime: 0 })
    expect(told).not.toContain(78n)
  })

  it('does not start when it was stopped before its code was there, and ends with the config', async () => {
    const faulty = await watched()
    const config = over([faulty.url])
    const onBlockNumber = () => {}
    watchBlockNumber(config, { onBlockNumber, emitOnBegin: true })()
    await getEnsName(config, { address: sender }).catch(() => {})
    expect(faulty.calls).not.toContain('eth_blockNumber')
    watchBlockNumber(config, { onBlockNumber, emitOnBegin: true, pollingInterval: 20 })
    await expect.poll(() => faulty.calls).toContain('eth_blockNumber')
    config.destroy()
    const { length } = faulty.calls
    await node(0).mine({ blocks: 1 })
    await expect(getBlockNumber(make(), { cacheTime: 0 })).resolves.toBeGreaterThan(0n)
    expect(faulty.calls.length - length).toBeLessThanOrEqual(1)
  })
})

describe('names', () => {
  const wire = (name: string) => toHex(packetToBytes(name))

  beforeAll(async () => {
    await node(0).setCode({ address: resolver, bytecode: artifacts.Names.deployedBytecode })
    const writer = createTestClient({ mode: 'anvil', transport: http(local.chains[0].url) }).extend(walletActions)
    for (const [name, owner, picture] of [
      ['alice.eth', sender, 'https://pictures.example/alice.png'],
      ['bob.eth', receiver, 'data:image/svg+xml;base64,PHN2Zy8+'],
    ] as const) {
      const args = [wire(name), name, owner, picture]
      const { Names } = artifacts
      await writer.writeContract({
        chain: null,
        account: sender,
        address: resolver,
        abi: Names.abi,
        functionName: 'setName',
        args,
      })
    }
  })

  it('finds names, addresses and pictures, and nothing where nothing is', async () => {
    const config = make()
    expect(await getEnsName(config, { address: sender })).toBe('alice.eth')
    expect(await getEnsAddress(config, { name: 'Alice.eth', chainId: 31337 })).toBe(sender)
    expect(await getEnsAddress(config, { name: 'nobody.eth' })).toBeNull()
    expect(await getEnsName(config, { address })).toBeNull()
  })

  it('gives a picture by https only', async () => {
    expect(await getEnsAvatar(make(), { name: 'bob.eth' })).toBeNull()
  })

  it('error: a chain without ENS, and what cannot be a name', async () => {
    const config = make()
    await expect(getEnsName(config, { address: sender, chainId: 31338 })).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
    })
    await expect(getEnsAddress(config, { name: 'a..eth' })).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
  })
})
