import { createPublicKey, verify } from 'node:crypto'
import { sendTransaction, sendTransfer, signMessage } from '@latchkey/core'
import { solana } from '@latchkey/solana'
import { base58 } from '@scure/base'
import {
  type Address,
  appendTransactionMessageInstruction,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  getTransactionDecoder,
  getTransactionEncoder,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { describe, expect, it } from 'vitest'
import { solanaWorld } from '../../test/solanaWorld.js'
import { transferSol } from './instructions.js'
import { compile, getLifetime, readTransaction } from './message.js'

const world = solanaWorld()
const amount = 2_000_000n
const nodes = { confirmed: new Set<string>() }

/** Checks ed25519 with the platform's own cryptography, which has made none of these signatures. */
function isSigned(message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean {
  const head = Buffer.from('302a300506032b6570032100', 'hex')
  const key = createPublicKey({ key: Buffer.concat([head, publicKey]), format: 'der', type: 'spki' })
  return verify(null, message, key, signature)
}

async function transfer(from: string, to: string) {
  const { bytes } = await solana().toTransaction(world.context(), { from, to, amount })
  if (!bytes) throw new Error('no bytes')
  return bytes
}

describe('signMessage', () => {
  it.each(['héllo', 'a\nb', ''])(
    'behavior: the signature over %j is of the account and over the text as it stands',
    async (message) => {
      const { config, wallet } = await world.connected()
      const signature = base58.decode(await signMessage(config, { message }))
      expect(isSigned(Buffer.from(message), signature, wallet.publicKey)).toBe(true)
      expect(isSigned(Buffer.from(`${message}.`), signature, wallet.publicKey)).toBe(false)
    },
  )

  it('behavior: bytes are signed as they are', async () => {
    const { config, wallet } = await world.connected()
    const message = Uint8Array.of(0, 255, 128)
    expect(isSigned(message, base58.decode(await signMessage(config, { message })), wallet.publicKey)).toBe(true)
  })

  it('error: a wallet that declines, and one that answers anything else', async () => {
    const { config, wallet } = await world.connected()
    wallet.switches.reject = true
    await expect(signMessage(config, { message: 'm' })).rejects.toMatchObject({ code: 'USER_REJECTED' })
    wallet.switches.reject = false
    for (const answer of [new Uint8Array(63), 'text', {}, null]) {
      wallet.switches.answer = answer
      await expect(signMessage(config, { message: 'm' })).rejects.toMatchObject({ code: 'WALLET_BAD_ANSWER' })
    }
  })
})

describe('sendTransaction', () => {
  it('behavior: a wallet that sends is told how; the signature is that of the transaction', async () => {
    const { wallet } = await world.connected()
    const { address: to } = await world.stranger()
    const options = { preflightCommitment: 'processed', maxRetries: 2 } as const
    const bytes = await transfer(wallet.address, to)
    const hash = await solana(options).sendTransaction(wallet.provider, {
      address: wallet.address,
      chainId: world.chain.chainId,
      transaction: { bytes },
      context: world.context(),
    })
    expect(wallet.asked).toEqual([{ method: 'signAndSendTransaction', transaction: bytes, options }])
    const { messageBytes } = getTransactionDecoder().decode(bytes)
    expect(isSigned(Uint8Array.from(messageBytes), base58.decode(hash), wallet.publicKey)).toBe(true)
  })

  it('behavior: an expired blockhash is replaced once, before the wallet is asked', async () => {
    const { config, wallet } = await world.connected()
    const { address: to } = await world.stranger()
    const bytes = await transfer(wallet.address, to)
    world.chain.skipSlots(200)
    await sendTransaction(config, { bytes })
    expect(wallet.asked).toHaveLength(1)
    const [before, after] = [readTransaction(bytes), readTransaction(wallet.asked[0]?.transaction ?? bytes)]
    expect(after.blockhash).not.toBe(before.blockhash)
    expect(after.withBlockhash(before.blockhash)).toEqual(bytes)
  })

  it.each([true, false])(
    'error: after the wallet has signed nothing is asked again; the wallet sends itself: %s',
    async (sends) => {
      const { config, wallet } = await world.connected({ sends })
      const { address: to } = await world.stranger()
      wallet.switches.meanwhile = () => world.chain.skipSlots(200)
      const sending = sendTransfer(config, { to, amount })
      await expect(sending).rejects.toMatchObject(
        sends ? { message: expect.stringMatching(/blockhash/i) } : { code: 'TRANSACTION_EXPIRED' },
      )
      expect(wallet.asked).toHaveLength(1)
      expect(await solana().getBalance(world.context(), to)).toBe(0n)
    },
  )

  it('error: what somebody else has signed is not changed when it has expired', async () => {
    const { config, wallet } = await world.connected()
    const other = await world.stranger({ isFunded: true })
    const { address: to } = await world.stranger()
    const both: Instruction[] = [transferSol(wallet.address, to, amount), transferSol(other.address, to, amount)]
    const { wire } = compile(wallet.address, both, await getLifetime(nodes, world.context()))
    const half = await other.provider.signTransaction({
      address: other.address,
      chainId: world.chain.chainId,
      transaction: wire,
    })
    world.chain.skipSlots(200)
    await expect(sendTransaction(config, { bytes: half })).rejects.toMatchObject({
      code: 'TRANSACTION_EXPIRED',
      message: expect.stringContaining('somebody else'),
    })
    expect(wallet.asked).toEqual([])
  })

  it('behavior: the value of a nonce account is no blockhash, and stays', async () => {
    const { wallet } = await world.connected()
    const advance: Instruction = {
      programAddress: '11111111111111111111111111111111' as Address,
      accounts: [{ address: wallet.address as Address, role: 3 }],
      data: Uint8Array.of(4, 0, 0, 0),
    }
    const lifetime = await getLifetime(nodes, world.context())
    const { wire } = compile(wallet.address, [advance], lifetime)
    expect(readTransaction(wire)).toMatchObject({ hasNonce: true, blockhash: lifetime.blockhash })
    world.chain.skipSlots(200)
    wallet.switches.reject = true
    await expect(
      solana().sendTransaction(wallet.provider, {
        address: wallet.address,
        chainId: world.chain.chainId,
        transaction: { bytes: wire },
        context: world.context(),
      }),
    ).rejects.toMatchObject({ code: 'USER_REJECTED' })
    expect(wallet.asked[0]?.transaction).toEqual(wire)
  })

  it('behavior: what the node has already is a success: the same bytes are the same transaction', async () => {
    const { config, wallet } = await world.connected({ sends: false })
    const { address: to } = await world.stranger()
    const bytes = await transfer(wallet.address, to)
    const hash = await sendTransaction(config, { bytes })
    expect(await sendTransaction(config, { bytes })).toBe(hash)
    expect(await solana().getBalance(world.context(), to)).toBe(amount)
  })

  it('error: a wallet that declines, that answers nonsense, or that signs with another key', async () => {
    for (const sends of [true, false]) {
      const { config, wallet } = await world.connected({ sends })
      const { address: to } = await world.stranger()
      wallet.switches.reject = true
      await expect(sendTransfer(config, { to, amount })).rejects.toMatchObject({ code: 'USER_REJECTED' })
      wallet.switches.reject = false
      for (const answer of ['text', {}, new Uint8Array(64), await transfer(wallet.address, to)]) {
        wallet.switches.answer = answer
        await expect(sendTransfer(config, { to, amount })).rejects.toMatchObject({ code: 'WALLET_BAD_ANSWER' })
      }
    }
    const { config, wallet } = await world.connected({ sends: false })
    const { address: to } = await world.stranger()
    const decoded = getTransactionDecoder().decode(await transfer(wallet.address, to))
    const forged = { ...decoded, signatures: { [wallet.address]: new Uint8Array(64).fill(1) } }
    wallet.switches.answer = Uint8Array.from(getTransactionEncoder().encode(forged as never))
    await expect(sendTransfer(config, { to, amount })).rejects.toMatchObject({
      code: 'INVALID_PARAMS',
      message: expect.stringContaining('signature'),
    })
    expect(await solana().getBalance(world.context(), to)).toBe(0n)
  })

  it('error: no bytes, bytes that are no transaction, and another chain', async () => {
    const { config, wallet } = await world.connected()
    for (const bytes of [undefined, new Uint8Array(), Uint8Array.of(1, 2, 3), new Uint8Array(1232).fill(255)])
      await expect(sendTransaction(config, bytes ? { bytes } : { data: '' })).rejects.toMatchObject({
        code: 'INVALID_PARAMS',
      })
    const bytes = await transfer(wallet.address, (await world.stranger()).address)
    await expect(
      sendTransaction(config, { bytes, chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }),
    ).rejects.toMatchObject({ code: 'CHAIN_MISMATCH' })
    expect(wallet.asked).toEqual([])
  })

  it('behavior: a transaction of version 0 is read, refreshed and sent like one of the old form', async () => {
    const { config, wallet } = await world.connected()
    const { address: to } = await world.stranger()
    const { blockhash, lastValidBlockHeight } = await getLifetime(nodes, world.context())
    const compiled = pipe(
      createTransactionMessage({ version: 0 }),
      (message) => setTransactionMessageFeePayer(wallet.address as Address, message),
      (message) =>
        setTransactionMessageLifetimeUsingBlockhash(
          { blockhash: blockhash as Blockhash, lastValidBlockHeight },
          message,
        ),
      (message) => appendTransactionMessageInstruction(transferSol(wallet.address, to, amount), message),
      (message) => compileTransaction(message),
    )
    const bytes = Uint8Array.from(getTransactionEncoder().encode(compiled))
    expect(readTransaction(bytes)).toMatchObject({ blockhash, hasNonce: false })
    expect(readTransaction(bytes).withBlockhash(blockhash)).toEqual(bytes)
    world.chain.skipSlots(200)
    const hash = await sendTransaction(config, { bytes })
    expect(await solana().waitForTransactionReceipt(world.context(), { hash })).toMatchObject({ status: 'confirmed' })
    expect(await solana().getBalance(world.context(), to)).toBe(amount)
  })
})
