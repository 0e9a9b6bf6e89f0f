import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { accounts, startEvmChains } from '@latchkey/devnet'
import type { ChainId } from '@latchkey/protocol/caip'
import { solana } from '@latchkey/solana'
import { hex } from '@scure/base'
import {
  concat,
  createPublicClient,
  createWalletClient,
  encodeAbiParameters,
  encodeErrorResult,
  hashMessage,
  http,
  numberToHex,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { verifySignature } from './verifySignature.js'

const message = 'app.example wants you to sign in: ä€\nand a second line'
const seed = Uint8Array.from({ length: 32 }, (_, index) => index + 1)

const check = (chainId: ChainId, address: string, signature: string, said = message, rpcUrls: readonly string[] = []) =>
  verifySignature({ address, chainId, message: said, signature, rpcUrls })

describe('EVM accounts', () => {
  const [funded] = accounts
  const key = `0x${hex.encode(seed)}` as const

  it('behavior: a key is known without any node; where a contract would have to be asked and no node is known, that is said', async () => {
    const own = privateKeyToAccount(key)
    const signature = await own.signMessage({ message })
    expect(await check('eip155:1', own.address, signature)).toBe(true)
    expect(await check('eip155:1', own.address.toLowerCase(), signature)).toBe(true)
    await expect(check('eip155:1', own.address, signature, 'another text')).rejects.toMatchObject({
      code: 'NO_RPC_URL',
    })
  })

  it('behavior: a contract of ERC-1271 is asked over the network’s node; a node that cannot be reached is an error and no answer', async () => {
    const local = await startEvmChains()
    onTestFinished(() => local.stop())
    const [{ url }] = local.chains
    const transport = http(url)
    const wallet = createWalletClient({ account: privateKeyToAccount(funded?.privateKey ?? '0x'), transport })
    // Takes as a signature the hash itself: what it answers is 1626ba7e where both words are the same, else nothing.
    const code = '6004356064351463 1626ba7e60e01b0260005260206000f3'.replace(' ', '')
    const size = (code.length / 2).toString(16).padStart(2, '0')
    const hash = await wallet.deployContract({ abi: [], bytecode: `0x60${size}80600b6000396000f3${code}`, chain: null })
    const { contractAddress } = await createPublicClient({ transport }).waitForTransactionReceipt({ hash })
    const address = contractAddress ?? ''
    expect(await check('eip155:31337', address, hashMessage(message), message, [url])).toBe(true)
    expect(await check('eip155:31337', address, hashMessage('another'), message, [url])).toBe(false)
    const stranger = await privateKeyToAccount(key).signMessage({ message })
    expect(await check('eip155:31337', accounts[2]?.address ?? '', stranger, message, [url])).toBe(false)
    await expect(
      check('eip155:31337', address, hashMessage(message), message, ['http://127.0.0.1:9']),
    ).rejects.toMatchObject({ name: 'LatchkeyError' })
  })

  it('attack: a contract that has a backend read an address inside its network (EIP-3668) reaches nothing', async () => {
    const local = await startEvmChains()
    onTestFinished(() => local.stop())
    const [{ url }] = local.chains
    const reached: string[] = []
    const inside = createServer((request, response) => {
      reached.push(request.url ?? '')
      response.end('{"data":"0x"}')
    })
    await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void inside.close())
    const account = privateKeyToAccount(key)
    const { address } = account
    const delegate = '0x00000000000000000000000000000000000f0003'
    const asks = encodeErrorResult({
      abi: parseAbi(['error OffchainLookup(address sender, string[] urls, bytes data, bytes4 callback, bytes extra)']),
      args: [address, [`http://127.0.0.1:${(inside.address() as AddressInfo).port}/{data}`], '0x', '0x12345678', '0x'],
    })
    // Reverts with what stands behind its code.
    const size = ((asks.length - 2) / 2).toString(16).padStart(4, '0')
    const code = `0x61${size}61000f60003961${size}6000fd${asks.slice(2)}`
    for (const params of [
      [delegate, code],
      [address, `0xef0100${delegate.slice(2)}`],
    ]) {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'anvil_setCode', params })
      await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    }
    // A signature of this form has the account itself called (ERC-8010).
    const { r, s, yParity = 0 } = await account.signAuthorization({ address: delegate, chainId: 31337, nonce: 0 })
    const end = encodeAbiParameters(
      parseAbiParameters('(uint256, address, uint256, uint8, uint256, uint256), address, bytes'),
      [[31337n, delegate, 0n, yParity, BigInt(r), BigInt(s)], address, '0x'],
    )
    const length = numberToHex((end.length - 2) / 2, { size: 32 })
    const signature = concat(['0x1234', end, length, `0x${'8010'.repeat(16)}`])
    expect(await check('eip155:31337', address, signature, message, [url])).toBe(false)
    expect(reached).toEqual([])
  })
})

it('asks a family that checks signatures itself, for its own chains only', async () => {
  const asked: unknown[] = []
  const verifySignatureOf = async (given: unknown) => {
    asked.push(given)
    return true
  }
  const families = [{ ...solana(), verifySignature: verifySignatureOf }]
  const given = { address: 'anybody', message, signature: 'banana', rpcUrls: [] }
  expect(await verifySignature({ ...given, chainId: 'solana:local', families })).toBe(true)
  expect(asked).toEqual([{ ...given, chainId: 'solana:local' }])
  await expect(verifySignature({ ...given, chainId: 'polkadot:local', families })).rejects.toMatchObject({
    code: 'INVALID_CONFIG',
  })
  expect(asked).toHaveLength(1)
})

it('error: a family that is not of core must be named', async () => {
  const given = { address: 'anybody', chainId: 'cosmos:hub', message, signature: 'banana', rpcUrls: [] } as const
  await expect(verifySignature(given)).rejects.toMatchObject({ code: 'INVALID_CONFIG' })
})
