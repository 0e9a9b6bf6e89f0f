import { createPublicKey, verify } from 'node:crypto'
import { base58Decode, base58Encode } from '@polkadot/util-crypto'
import { createTestClient, type Hex, http, parseEther, toHex, verifyMessage, verifyTypedData } from 'viem'
import { describe, expect, inject, it } from 'vitest'
import { useBrowser, type Visit } from './browser.js'
import { forgetBalances, readChain } from './chain.js'
import { eventually } from './eventually.js'
import { readFamily } from './familyChains.js'
import { familyOf } from './familySteps.js'
import type { WorldChain } from './world.js'

const { visit } = useBrowser('parted')
const receiver = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

const chain = (): WorldChain => {
  const [first] = inject('world').chains
  if (!first) throw new Error('The world has a first chain')
  return first
}

/** Signs in by e-mail in the small app. */
async function signedIn(email: string, families = false): Promise<Visit & { address: Hex }> {
  const site = await visit({ app: { email: true, families } })
  const { page, modal, frame, inbox, app } = site
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await modal.dialog.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await modal.button('Continue').click()
  await frame.shows('Enter your code')
  await frame.typeCode(await inbox.code(email))
  await modal.button('Disconnect').waitFor()
  await modal.close()
  return { ...site, address: (await app.address.textContent()) as Hex }
}

/** Asks, approves what the frame shows, and reads the answer. */
async function approved<answer>({ app, frame }: Visit, ...asked: Parameters<Visit['app']['request']>): Promise<answer> {
  const answer = app.request(...asked)
  await frame.approve()
  return (await answer) as answer
}

describe('the embedded wallet of a page', () => {
  it('[S7-106][S7-107][S7-108] signs a text and structured data, and sends', async () => {
    const site = await signedIn('methods@mail.example')
    const { address } = site
    const { client } = readChain(chain())
    await createTestClient({ mode: 'anvil', transport: http(chain().url) }).setBalance({
      address,
      value: parseEther('9'),
    })

    const text = 'Ahoy'
    const signature = await approved<Hex>(site, 'eip155', 'personal_sign', [toHex(text), address])
    expect(await verifyMessage({ address, message: text, signature })).toBe(true)

    const typed = {
      domain: { name: 'Berths', version: '1', chainId: chain().chainId },
      types: { Berth: [{ name: 'number', type: 'uint256' }] },
      primaryType: 'Berth' as const,
      message: { number: 7n },
    }
    const EIP712Domain = [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
    ]
    const written = JSON.stringify({ ...typed, types: { ...typed.types, EIP712Domain }, message: { number: '7' } })
    const sealed = await approved<Hex>(site, 'eip155', 'eth_signTypedData_v4', [address, written])
    expect(await verifyTypedData({ ...typed, address, signature: sealed })).toBe(true)

    const before = await client.getBalance({ address: receiver })
    const payment = [{ from: address, to: receiver, value: toHex(1234n) }]
    const hash = await approved<Hex>(site, 'eip155', 'eth_sendTransaction', payment)
    expect((await client.waitForTransactionReceipt({ hash })).status).toBe('success')
    expect(await client.getBalance({ address: receiver })).toBe(before + 1234n)
  })

  it('[S7-113][S7-114][S7-115][S7-118] sends several calls, tells how far they are, what it can do and what it holds', async () => {
    const site = await signedIn('bundles@mail.example')
    const { address, app } = site
    const { client } = readChain(chain())
    const chainId = toHex(chain().chainId)
    await createTestClient({ mode: 'anvil', transport: http(chain().url) }).setBalance({
      address,
      value: parseEther('9'),
    })

    const before = await client.getBalance({ address: receiver })
    const calls = [1n, 2n].map((value) => ({ to: receiver, value: toHex(value) }))
    const bundle = [{ version: '2.0.0', chainId, from: address, atomicRequired: false, calls }]
    const { id } = await approved<{ id: string }>(site, 'eip155', 'wallet_sendCalls', bundle)
    type Status = { status: number; receipts: { status: string }[] }
    let status: Status | undefined
    await eventually(async () => {
      status = (await app.request('eip155', 'wallet_getCallsStatus', [id])) as Status
      return status.status
    }).toBe(200)
    expect(status?.receipts.map((receipt) => receipt.status)).toEqual(['0x1', '0x1'])
    expect(await client.getBalance({ address: receiver })).toBe(before + 3n)

    const capabilities = await app.request('eip155', 'wallet_getCapabilities', [address, [chainId]])
    expect(capabilities).toHaveProperty([chainId])

    await forgetBalances(address)
    const assets = (await app.request('eip155', 'wallet_getAssets', [
      { account: address, chainFilter: [chainId] },
    ])) as {
      [chain: string]: { address: string; balance: Hex; type: string }[]
    }
    const coin = assets[chainId]?.find(({ type }) => type === 'NATIVE')
    expect(coin).toMatchObject({ address: 'native' })
    expect(BigInt(coin?.balance ?? '0x0')).toBeGreaterThan(parseEther('8.9'))
  })

  it('[S7-109][S7-110][S7-111][S7-112] signs a text and payments on Solana, one, several, and one that it sends', async () => {
    const site = await signedIn('solana@mail.example', true)
    const { app, modal, page, frame } = site
    const { url } = familyOf('solana')
    await page.getByRole('button', { name: /^Network: / }).click()
    await modal.button(/Local Solana/).click()
    await eventually(() => app.address.textContent()).toMatch(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
    await modal.close()
    const pubkey = (await app.address.textContent()) ?? ''
    const own = base58Decode(pubkey)
    const node = (method: string, ...params: unknown[]) => askNode(url, method, params)
    await node('requestAirdrop', pubkey, 5_000_000_000)
    await eventually(() => readFamily(familyOf('solana')).native(pubkey)).toBe(5_000_000_000n)

    const text = new TextEncoder().encode('Ahoy')
    const said = await approved<{ signature: string }>(site, 'solana', 'solana_signMessage', {
      message: base58Encode(text),
      pubkey,
    })
    expect(isSigned(text, base58Decode(said.signature), own)).toBe(true)

    const { value } = (await node('getLatestBlockhash', { commitment: 'confirmed' })) as {
      value: { blockhash: string }
    }
    const payee = crypto.getRandomValues(new Uint8Array(32))
    const payments = [100_000_000, 200_000_000].map((lamports) =>
      payment({ from: own, to: payee, lamports, blockhash: base58Decode(value.blockhash) }),
    )
    const [first = new Uint8Array(), second = new Uint8Array()] = payments
    const signedBy = (transaction: string) => {
      const bytes = base58Decode(transaction)
      return isSigned(bytes.subarray(65), bytes.subarray(1, 65), own)
    }
    const one = await approved<{ transaction: string }>(site, 'solana', 'solana_signTransaction', {
      transaction: base58Encode(first),
    })
    expect(signedBy(one.transaction)).toBe(true)
    const all = app.request('solana', 'solana_signAllTransactions', {
      transactions: payments.map((each) => base58Encode(each)),
    })
    await frame.approve()
    expect(((await all) as { transactions: string[] }).transactions.map(signedBy)).toEqual([true, true])
    await approved(site, 'solana', 'solana_signAndSendTransaction', { transaction: base58Encode(second) })
    await eventually(() => readFamily(familyOf('solana')).native(base58Encode(payee))).toBe(200_000_000n)
  })
})

/** A payment by the system program, of the kind before versions, not yet signed. */
function payment({
  from,
  to,
  lamports,
  blockhash,
}: {
  from: Uint8Array
  to: Uint8Array
  lamports: number
  blockhash: Uint8Array
}) {
  const data = Buffer.alloc(12)
  data.writeUInt32LE(2, 0)
  data.writeBigUInt64LE(BigInt(lamports), 4)
  const system = new Uint8Array(32)
  const message = [1, 0, 1, 3, ...from, ...to, ...system, ...blockhash, 1, 2, 2, 0, 1, data.length, ...data]
  return new Uint8Array([1, ...new Uint8Array(64), ...message])
}

/** By OpenSSL, which none of our wallets signs with. */
function isSigned(text: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean {
  const prefix = Buffer.from('302a300506032b6570032100', 'hex')
  const key = createPublicKey({ key: Buffer.concat([prefix, publicKey]), format: 'der', type: 'spki' })
  return verify(null, text, key, signature)
}

async function askNode(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const { result, error } = (await answer.json()) as { result?: unknown; error?: { message: string } }
  if (error) throw new Error(`${method}: ${error.message}`)
  return result
}
