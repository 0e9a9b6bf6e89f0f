import { accounts, startEvmChains } from '@latchkey/devnet'
import type { ChainId } from '@latchkey/protocol/caip'
import { base58, hex } from '@scure/base'
import nacl from 'tweetnacl'
import { createPublicClient, createWalletClient, hashMessage, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { solana } from '../../namespaces/solana/solana.js'
import { verifySignature } from './verifySignature.js'

const message = 'app.example wants you to sign in: ä€\nand a second line'
const bytes = new TextEncoder().encode(message)
const seed = Uint8Array.from({ length: 32 }, (_, index) => index + 1)

const check = (chainId: ChainId, address: string, signature: string, said = message, rpcUrls: readonly string[] = []) =>
  verifySignature({ address, chainId, message: said, signature, rpcUrls })

/** True for what is right, and false for another text, another account and a signature with one bit changed. */
async function expectExact(chainId: ChainId, address: string, signature: string, other: string, broken: string) {
  expect(await check(chainId, address, signature)).toBe(true)
  expect(await check(chainId, address, signature, `${message}.`)).toBe(false)
  expect(await check(chainId, other, signature)).toBe(false)
  expect(await check(chainId, address, broken)).toBe(false)
  for (const nonsense of ['', 'banana', '0x', '🍌']) expect(await check(chainId, address, nonsense)).toBe(false)
}

/** The same with its twelfth byte changed. */
function changed(signed: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(signed)
  copy[12] = (copy[12] ?? 0) ^ 1
  return copy
}

describe('signatures of other libraries', () => {
  it('behavior: Solana, signed by tweetnacl', async () => {
    const [{ publicKey, secretKey }, { publicKey: other }] = [nacl.sign.keyPair.fromSeed(seed), nacl.sign.keyPair()]
    const signed = nacl.sign.detached(bytes, secretKey)
    const [address, stranger] = [base58.encode(publicKey), base58.encode(other)]
    await expectExact('solana:local', address, base58.encode(signed), stranger, base58.encode(changed(signed)))
  })
})

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
