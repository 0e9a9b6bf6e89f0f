import { fromBase64Url } from '@latchkey/protocol/internal/bytes'
import { hexToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import { p2wpkh, Transaction } from '@scure/btc-signer'
import { afterEach, expect, it } from 'vitest'
import { createClientKey, createServers, name } from '../../test/createServers.js'
import { createKeyringClient } from '../wallet/keyringClient.js'
import { createKeyring } from './createKeyring.js'
import type { FactorPlan, Keyring, SignRequest } from './messages.js'

const workers: Worker[] = []
afterEach(() => {
  for (const worker of workers.splice(0)) worker.terminate()
})

/** A worker of the wallet, with what the dependency in it told. */
function start(make: () => Worker) {
  const told: string[] = []
  const keyring = createKeyringClient(() => {
    const worker = make()
    workers.push(worker)
    worker.addEventListener('message', ({ data }) => {
      if (typeof data.hostile === 'string') told.push(data.hostile)
    })
    return worker
  })
  return { keyring, told }
}
const startLocked = () =>
  start(() => new Worker(new URL('../../test/lockedWorker.ts', import.meta.url), { type: 'module' }))
const startOpen = () =>
  start(() => new Worker(new URL('../../test/openWorker.ts', import.meta.url), { type: 'module' }))

/** Creates and proves a wallet, whose keys are always the same. */
async function makeWallet(keyring: Keyring) {
  const servers = createServers()
  const factors: FactorPlan[] = [
    { factorId: 'factor-device-0001', kind: 'device', clientKey: await createClientKey() },
    { factorId: 'factor-auto-000001', kind: 'auto' },
  ]
  const secret = new Uint8Array(32).fill(7)
  const made = await keyring.create({ name, custodyKeys: servers.custodyKeys, factors, secret })
  for (const plan of factors) {
    const { hpkePub } = await keyring.startRelease({})
    await keyring.prove(servers.opening(made, plan, hpkePub, 'sign-up-roundtrip'))
  }
  return { servers, made, factors }
}

/** One request of each kind. */
async function requests(keyring: Keyring, { solana }: { solana: string }): Promise<SignRequest[]> {
  const message = new TextEncoder().encode('hello')
  const [payment = ''] = (await keyring.sign({ kind: 'bitcoinKeys' })).signed.split(',')
  const { script } = p2wpkh(hexToBytes(payment))
  const empty = (size: number) => new Uint8Array(size)
  const psbt = new Transaction()
  psbt.addInput({ txid: '11'.repeat(32), index: 0, witnessUtxo: { script, amount: 50_000n } })
  psbt.addOutput({ script, amount: 49_000n })
  return [
    { kind: 'evmMessage', message },
    {
      kind: 'evmTypedData',
      chainId: 1,
      data: {
        types: { EIP712Domain: [{ name: 'chainId', type: 'uint256' }], Mail: [{ name: 'text', type: 'string' }] },
        primaryType: 'Mail',
        domain: { chainId: 1 },
        message: { text: 'hello' },
      },
    },
    {
      kind: 'evmTransaction',
      chainId: 1,
      unsigned: hexToBytes('02dd018080808094000000000000000000000000000000000000000a0a80c0'),
    },
    { kind: 'solanaMessage', message },
    // One empty signature, then one signer, one account, a blockhash and no instruction.
    {
      kind: 'solanaTransaction',
      transaction: Uint8Array.from([1, ...empty(64), 1, 0, 0, 1, ...base58.decode(solana), ...empty(32), 0]),
    },
    { kind: 'bitcoinKeys' },
    { kind: 'bitcoinMessage', message, of: 'payment', as: 'ecdsa' },
    { kind: 'bitcoinMessage', message, of: 'payment', as: 'bip322' },
    { kind: 'bitcoinPsbt', psbt: psbt.toPSBT() },
  ]
}

it('[SEC-U-04] a dependency of the locked worker reaches nothing, sees nothing and changes nothing', async () => {
  const open = startOpen()
  await makeWallet(open.keyring)
  // What it would have had.
  for (const has of ['reached fetch', 'reached WebSocket', 'reached indexedDB', 'saw subtle.encrypt', 'saw Array.map'])
    expect(open.told).toContain(has)
  expect(open.told).toContain('changed the global crypto')

  const { keyring, told } = startLocked()
  const { made } = await makeWallet(keyring)
  for (const request of await requests(keyring, made.addresses)) await keyring.sign(request)
  expect(told).toEqual([])
})

it('[SEC-U-04] the locked worker signs for every family what the same keys sign outside it', async () => {
  const { keyring } = startLocked()
  const outside = createKeyring({
    now: () => Date.now(),
    random: (size) => crypto.getRandomValues(new Uint8Array(size)),
  })
  const [{ made, servers, factors }, same] = [await makeWallet(keyring), await makeWallet(outside)]
  expect(made.addresses).toEqual(same.made.addresses)
  for (const request of await requests(outside, made.addresses))
    expect([request.kind, await keyring.sign(request)]).toEqual([request.kind, await outside.sign(request)])
  const rotated = await keyring.rotate({ custodyKeys: servers.custodyKeys, factors })
  expect((await keyring.settleRotation({ isTaken: true })).epoch).toBe(rotated.epoch)
  expect(fromBase64Url(rotated.blob).length).toBeGreaterThan(32)
  await keyring.lock({})
  expect(await keyring.status({})).toMatchObject({ isUnlocked: false })
  await expect(keyring.sign({ kind: 'bitcoinKeys' })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})
