import { createPublicClient, encodeAbiParameters, http, verifyMessage } from 'viem'
import { parseSiweMessage } from 'viem/siwe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accounts } from '../../chains/evm/accounts.js'
import type { EvmChains } from '../../chains/evm/localChain.js'
import { startEvmChains } from '../../chains/evm/startEvmChains.js'
import { artifacts } from '../../contracts/artifacts.js'
import { type SocialsHost, startSocials } from '../startSocials.js'
import { farcasterRegistries } from './placeRegistries.js'

let chains: EvmChains
let host: SocialsHost
beforeAll(async () => {
  chains = await startEvmChains()
  host = await startSocials({ walletOrigin: 'http://localhost:4402', chainUrl: chains.chains[0].url })
}, 120_000)
afterAll(async () => {
  await host?.stop()
  await chains?.stop()
})

type Opened = { channelToken: string; url: string; nonce: string }
type Told = { state: string; nonce: string; message: string; signature: `0x${string}`; fid: number; username: string }

const relay = () => host.entries.farcaster?.relay ?? ''
const asked = { siweUri: 'https://wallet.example/social', domain: 'wallet.example', nonce: 'abcdef0123456789' }

async function open(body: object = asked): Promise<{ status: number; body: Opened }> {
  const response = await fetch(`${relay()}/v1/channel`, { method: 'POST', body: JSON.stringify(body) })
  return { status: response.status, body: (await response.json()) as Opened }
}
async function look(token: string): Promise<{ status: number; body: Told }> {
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${relay()}/v1/channel/status`, { headers })
  return { status: response.status, body: (await response.json()) as Told }
}
async function choose(url: string, account: string): Promise<string> {
  const channelToken = new URL(url).searchParams.get('channelToken') ?? ''
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams({ channelToken, account }) })
  return response.text()
}

describe('the local Farcaster', () => {
  it('waits on a channel until an account was chosen, and gives what it signed once', async () => {
    const { status, body } = await open()
    expect([status, body.nonce]).toEqual([201, asked.nonce])
    expect(await look(body.channelToken)).toMatchObject({ status: 202, body: { state: 'pending' } })
    const page = await (await fetch(body.url)).text()
    expect(page).toContain('Sign in to wallet.example')
    expect(page).toContain('Ada (2001)')
    expect(await choose(body.url, '0')).toContain('@ada signs in')
    const { status: done, body: message } = await look(body.channelToken)
    expect([done, message.state, message.fid, message.username]).toEqual([200, 'completed', 2001, 'ada'])
    const { address = '0x', ...fields } = parseSiweMessage(message.message)
    expect(fields).toMatchObject({
      domain: asked.domain,
      uri: asked.siweUri,
      nonce: asked.nonce,
      chainId: 10,
      statement: 'Farcaster Auth',
      resources: ['farcaster://fid/2001'],
    })
    expect(await verifyMessage({ address, message: message.message, signature: message.signature })).toBe(true)
    expect((await look(body.channelToken)).status).toBe(401)
    expect(await choose(body.url, '0')).toContain('no longer good')
  })

  it('leaves who asked waiting after a refusal, as the real one does', async () => {
    const { body } = await open()
    expect(await choose(body.url, '')).toContain('Refused')
    expect((await look(body.channelToken)).status).toBe(202)
  })

  it('takes an answer from an app that has its key, and questions that are whole', async () => {
    const { body } = await open()
    const answer = (key: string, signature: string) =>
      fetch(`${relay()}/v1/channel/authenticate`, {
        method: 'POST',
        headers: { authorization: `Bearer ${body.channelToken}`, 'x-farcaster-auth-relay-key': key },
        body: JSON.stringify({ message: 'text', signature, fid: 2001, username: 'ada' }),
      })
    expect((await answer('wrong', `0x${'11'.repeat(65)}`)).status).toBe(401)
    expect((await answer(host.farcasterAuthKey ?? '', '0x')).status).toBe(400)
    expect((await answer(host.farcasterAuthKey ?? '', `0x${'11'.repeat(65)}`)).status).toBe(201)
    expect((await look(body.channelToken)).body).toMatchObject({ state: 'completed', message: 'text' })
    expect((await open({ domain: '<b>', siweUri: asked.siweUri })).status).toBe(400)
    expect((await look('unknown')).status).toBe(401)
  })

  it('has its accounts in registries at their usual addresses', async () => {
    const client = createPublicClient({ transport: http(chains.chains[0].url) })
    const idOf = (index: number) =>
      client.readContract({
        address: farcasterRegistries.ids,
        abi: artifacts.FarcasterIds.abi,
        functionName: 'idOf',
        args: [accounts[index]?.address],
      })
    expect([await idOf(4), await idOf(5), await idOf(7)]).toEqual([2001n, 2002n, 0n])
    const keyOf = (index: number) =>
      client.readContract({
        address: farcasterRegistries.keys,
        abi: artifacts.FarcasterKeys.abi,
        functionName: 'keyDataOf',
        args: [2002n, encodeAbiParameters([{ type: 'address' }], [accounts[index]?.address ?? '0x'])],
      })
    expect(await keyOf(6)).toEqual({ state: 1, keyType: 2 })
    expect(await keyOf(7)).toEqual({ state: 0, keyType: 0 })
  })
})
