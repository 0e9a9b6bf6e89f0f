import { bitcoin } from '@latchkey/bitcoin'
import { cosmos } from '@latchkey/cosmos'
import { polkadot } from '@latchkey/polkadot'
import { formatSignInMessage, type SignInMessage } from '@latchkey/protocol/siwx'
import { solana } from '@latchkey/solana'
import { createSiweMessage } from 'viem/siwe'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Signer, signers } from '../../test/signers.js'
import { memoryNonces } from './memoryNonces.js'
import { verifySignIn } from './verifySignIn.js'

const origin = 'https://app.example'
let people: Awaited<ReturnType<typeof signers>>
beforeAll(async () => {
  people = await signers()
})

async function offer(signer: Signer, change: Partial<SignInMessage> = {}, text = (same: string) => same) {
  const nonces = memoryNonces()
  const nonce = crypto.randomUUID().replaceAll('-', '')
  await nonces.add(nonce, new Date(Date.now() + 60_000))
  const message = text(
    formatSignInMessage({
      accountAddress: signer.accountAddress,
      chainId: signer.chainId,
      domain: 'app.example',
      uri: origin,
      version: '1',
      nonce,
      issuedAt: new Date().toISOString(),
      expirationTime: new Date(Date.now() + 60_000).toISOString(),
      ...change,
    }),
  )
  return {
    message,
    signature: await signer.sign(message),
    nonces,
    origin,
    families: [bitcoin(), cosmos(), polkadot(), solana()],
  }
}
const refused = (offered: Awaited<ReturnType<typeof offer>>) =>
  expect(verifySignIn(offered)).rejects.toMatchObject({
    code: expect.stringMatching(/^(SIGNATURE_INVALID|INVALID_PARAMS)$/),
  })

describe.each(['eip155', 'solana', 'bip122', 'polkadot', 'cosmos'] as const)('%s', (family) => {
  it('says who signed in, once', async () => {
    const signer = people[family]
    const offered = await offer(signer)
    const { account, address, chainId, message } = await verifySignIn(offered)
    expect({ account, address, chainId }).toEqual({
      account: `${signer.chainId}:${signer.accountAddress}`,
      address: signer.accountAddress,
      chainId: signer.chainId,
    })
    expect(message.domain).toBe('app.example')
    await refused(offered)
  })

  it('error: refuses ten forgeries', async () => {
    const signer = people[family]
    const stranger = people[family === 'solana' ? 'polkadot' : 'solana']
    await refused(await offer({ ...signer, sign: stranger.sign }))
    await refused(await offer({ ...signer, sign: (text) => signer.sign(`${text} `) }))
    await refused(await offer(signer, { domain: 'evil.example' }))
    await refused(await offer(signer, { uri: 'https://evil.example' }))
    await refused(await offer(signer, { domain: 'app.example:444', uri: 'https://app.example:444' }))
    await refused(await offer(signer, { expirationTime: new Date(Date.now() - 1).toISOString() }))
    await refused(await offer(signer, { notBefore: new Date(Date.now() + 60_000).toISOString() }))
    await refused(await offer(signer, { nonce: 'a1b2c3d4e5f6a7b8' }))
    await refused(await offer(signer, {}, (text) => `${text}\nand more`))
    await refused(await offer(signer, {}, (text) => text.replace(/\nExpiration Time: .*/, '')))
  })
})

it('behavior: of many at once with one nonce, one signs in', async () => {
  const offered = await offer(people.eip155)
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => verifySignIn(offered)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

it('behavior: takes a message that viem wrote', async () => {
  const nonces = memoryNonces()
  await nonces.add('a1b2c3d4e5f6', new Date(Date.now() + 60_000))
  const { accountAddress, sign } = people.eip155
  const message = createSiweMessage({
    address: accountAddress as `0x${string}`,
    chainId: 1,
    domain: 'app.example',
    nonce: 'a1b2c3d4e5f6',
    uri: origin,
    version: '1',
    expirationTime: new Date(Date.now() + 60_000),
  })
  const { account } = await verifySignIn({ message, signature: await sign(message), nonces, origin: [origin] })
  expect(account).toBe(`eip155:1:${accountAddress}`)
})

it('behavior: a nonce is over when its time is, and one that nobody gave out is none', async () => {
  const nonces = memoryNonces()
  await nonces.add('over', new Date(Date.now() - 1))
  await nonces.add('kept', new Date(Date.now() + 60_000))
  expect(await nonces.take('over')).toBe(false)
  expect(await nonces.take('never')).toBe(false)
  expect([await nonces.take('kept'), await nonces.take('kept')]).toEqual([true, false])
})
