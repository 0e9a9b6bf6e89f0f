import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { accounts, polkadotAccounts, startEvmChains } from '@latchkey/devnet'
import type { ChainId } from '@latchkey/protocol/caip'
import { solana } from '@latchkey/solana'
import {
  blake2AsU8a,
  cryptoWaitReady,
  encodeAddress,
  secp256k1PairFromSeed,
  secp256k1Sign,
  sr25519PairFromSeed,
  sr25519Sign,
} from '@polkadot/util-crypto'
import { base64, hex } from '@scure/base'
import { Signer } from 'bip322-js'
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
import { createFakeBitcoin } from '../../testing/createFakeBitcoin.js'
import { verifySignature } from './verifySignature.js'

const message = 'app.example wants you to sign in: ä€\nand a second line'
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
  it.each([
    ['P2WPKH', 'L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k', 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l'],
    [
      'P2TR',
      'L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k',
      'bc1ppv609nr0vr25u07u95waq5lucwfm6tde4nydujnu8npg4q75mr5sxq8lt3',
    ],
    ['P2PKH by BIP-137', 'L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k', '14vV3aCHBeStb5bkenkNHbe2YAFinYdXgc'],
    ['P2SH-P2WPKH', 'KwTbAxmBXjoZM3bzbXixEr9nxLhyYSM4vp2swet58i19bw9sqk5z', '3HSVzEhCFuH9Z3wvoWTexy7BMVVp3PjS6f'],
  ])('behavior: Bitcoin %s, signed by bip322-js', async (_, key, address) => {
    const signed = Signer.sign(key, address, message)
    const signature = typeof signed === 'string' ? signed : base64.encode(signed)
    const { address: stranger } = await createFakeBitcoin()
    await expectExact(
      'bip122:000000000019d6689c085ae165831e93',
      address,
      signature,
      stranger,
      base64.encode(changed(base64.decode(signature))),
    )
  })

  it('behavior: Bitcoin, a vector of BIP-322', async () => {
    const address = 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l'
    const empty =
      'AkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI='
    expect(await check('bip122:000000000019d6689c085ae165831e93', address, empty, '')).toBe(true)
    expect(await check('bip122:000000000019d6689c085ae165831e93', address, empty, 'Hello World')).toBe(false)
  })

  it.each(['p2wpkh', 'p2sh'] as const)('behavior: Bitcoin of the local network, %s and P2TR', async (kind) => {
    const { provider, address, ordinalAddress } = await createFakeBitcoin({ kind })
    for (const own of [address, ordinalAddress]) {
      const signature = await provider.signMessage({ address: own, message })
      expect(await check('bip122:0f9188f13cb7b2c71f2a335e3a4fc328', own, signature)).toBe(true)
      const other = own === address ? ordinalAddress : address
      expect(await check('bip122:0f9188f13cb7b2c71f2a335e3a4fc328', other, signature)).toBe(false)
    }
  })

  it('behavior: Polkadot, sr25519 and ECDSA by polkadot-js, marked, bare and with the byte of their kind', async () => {
    await cryptoWaitReady()
    const chainId = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
    const pair = sr25519PairFromSeed(seed)
    const [address, [stranger]] = [encodeAddress(pair.publicKey, 0), polkadotAccounts(1)]
    const signed = sr25519Sign(`<Bytes>${message}</Bytes>`, pair)
    const text = (signature: Uint8Array) => `0x${hex.encode(signature)}`
    await expectExact(chainId, address, text(signed), stranger?.address ?? '', text(changed(signed)))
    expect(await check(chainId, address, text(sr25519Sign(message, pair)))).toBe(true)
    expect(await check(chainId, address, text(Uint8Array.of(1, ...signed)))).toBe(true)
    expect(await check(chainId, address, text(Uint8Array.of(0, ...signed)))).toBe(false)
    const keys = secp256k1PairFromSeed(seed)
    const account = encodeAddress(blake2AsU8a(keys.publicKey), 0)
    const recoverable = secp256k1Sign(`<Bytes>${message}</Bytes>`, keys, 'blake2')
    await expectExact(chainId, account, text(recoverable), address, text(changed(recoverable)))
    expect(await check(chainId, account, text(Uint8Array.of(2, ...recoverable)))).toBe(true)
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
  expect(await verifySignature({ ...given, chainId: 'polkadot:local', families })).toBe(false)
  expect(asked).toHaveLength(1)
})

it('error: a family that is not of core must be named', async () => {
  const given = { address: 'anybody', chainId: 'cosmos:hub', message, signature: 'banana', rpcUrls: [] } as const
  await expect(verifySignature(given)).rejects.toMatchObject({ code: 'INVALID_CONFIG' })
})
