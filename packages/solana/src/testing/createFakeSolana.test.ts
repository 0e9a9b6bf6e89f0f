import { formatSignInMessage, parseSignInMessage } from '@latchkey/protocol/siwx'
import { base58 } from '@scure/base'
import {
  address as asAddress,
  getBase58Encoder,
  getCompiledTransactionMessageDecoder,
  getPublicKeyFromAddress,
  getTransactionDecoder,
  signatureBytes,
  verifySignature,
} from '@solana/kit'
import { describe, expect, it } from 'vitest'
import { createFakeSolana } from './createFakeSolana.js'

const chainId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

async function isSigned(address: string, signature: Uint8Array, bytes: Uint8Array): Promise<boolean> {
  return verifySignature(await getPublicKeyFromAddress(asAddress(address)), signatureBytes(signature), bytes)
}

/** A transaction of one signer without instructions, as the wire has it. */
function wire(address: string, version: 'legacy' | 0): Uint8Array {
  const message = [1, 0, 0, 1, ...base58.decode(address), ...new Uint8Array(32).fill(7), 0]
  return Uint8Array.from([1, ...new Uint8Array(64), ...(version === 0 ? [0x80, ...message, 0] : message)])
}

describe('createFakeSolana', () => {
  it('signs messages as the reference library verifies, with a key of its own for each seed', async () => {
    const [ada, bob] = await Promise.all(['ada', 'bob'].map((seed) => createFakeSolana({ seed })))
    if (!ada || !bob) throw new Error('Both were made.')
    expect((await createFakeSolana({ seed: 'ada' })).address).toBe(ada.address)
    const message = new TextEncoder().encode('Hello')
    const signature = await ada.provider.signMessage({ address: ada.address, message })
    expect(await isSigned(ada.address, signature, message)).toBe(true)
    expect(await isSigned(bob.address, signature, message)).toBe(false)
    await expect(ada.provider.signMessage({ address: bob.address, message })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    })
  })

  it.each(['legacy', 0] as const)('signs a transaction of version %s in its place', async (version) => {
    const { provider, address } = await createFakeSolana()
    const transaction = wire(address, version)
    const request = { address, chainId, transactions: [transaction, transaction] } as const
    for (const signed of await provider.signAllTransactions(request)) {
      const { messageBytes, signatures } = getTransactionDecoder().decode(signed)
      expect(getCompiledTransactionMessageDecoder().decode(messageBytes).version).toBe(version)
      const signature = signatures[asAddress(address)]
      expect(signature && (await isSigned(address, signature, Uint8Array.from(messageBytes)))).toBe(true)
    }
    const other = await createFakeSolana({ seed: 'other' })
    await expect(
      other.provider.signTransaction({ address: other.address, chainId, transaction }),
    ).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
  })

  it('signs in with the text of the standard, and sends where it has a way', async () => {
    const sent: Uint8Array[] = []
    const { provider, address, account } = await createFakeSolana({
      send: async (bytes) => {
        sent.push(bytes)
        return 'signature'
      },
    })
    const request = { domain: 'app.example', uri: 'https://app.example/', version: '1', nonce: '12345678' }
    const proof = await provider.signIn?.({ ...request, chainId })
    expect(proof).toMatchObject({
      account,
      message: formatSignInMessage({ ...request, accountAddress: address, chainId }),
    })
    expect(parseSignInMessage(proof?.message ?? '')).toMatchObject({ accountAddress: address, nonce: '12345678' })
    const signature = Uint8Array.from(getBase58Encoder().encode(proof?.signature ?? ''))
    expect(await isSigned(address, signature, new TextEncoder().encode(proof?.message))).toBe(true)
    const transaction = wire(address, 0)
    expect(await provider.signAndSendTransaction?.({ address, chainId, transaction })).toBe('signature')
    expect(sent.map(({ length }) => length)).toEqual([transaction.length])
  })

  it('error: fails as its switches say', async () => {
    const { provider, address, switches, calls } = await createFakeSolana()
    const request = { address, message: Uint8Array.of(1) }
    switches.reject = true
    await expect(provider.signMessage(request)).rejects.toMatchObject({ code: 'USER_REJECTED' })
    switches.reject = false
    switches.nonsense = true
    expect(await provider.signMessage(request)).toHaveLength(3)
    switches.neverAnswer = true
    const answered = provider.signMessage(request).then(() => true)
    expect(await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, 20))])).toBeUndefined()
    expect(calls).toEqual(['signMessage', 'signMessage', 'signMessage'])
  })
})
