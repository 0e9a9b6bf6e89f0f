import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { formatEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EvmChains } from '../chains/evm/localChain.js'
import { nodeCall } from '../chains/evm/nodeCall.js'
import { startEvmChains } from '../chains/evm/startEvmChains.js'
import { type Provider, startProvider } from './startProvider.js'

type Message = { headers: { [name: string]: string | string[] | undefined }; body: string }

let evm: EvmChains
let provider: Provider
let secret: string
let webhookUrl: string
const messages: Message[] = []
const listener = createServer(async (request, response) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  messages.push({ headers: request.headers, body: Buffer.concat(parts).toString() })
  response.end('{}')
})
beforeAll(async () => {
  evm = await startEvmChains({ ports: { 31337: 0, 31338: 0 } })
  provider = await startProvider({ chains: evm.chains })
  secret = new URL(provider.serverUrl).password
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  webhookUrl = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/hook`
}, 120_000)
afterAll(async () => {
  listener.close()
  await provider?.stop()
  await evm?.stop()
})

const headers = () => ({ authorization: `Bearer ${secret}` })
const api = async (path: string, body?: object) => {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  return (await fetch(`${provider.url}/api/${path}`, { ...init, headers: headers() })).json()
}
const send = (url: string, fields: { [name: string]: string }) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

let count = 0
async function open() {
  const reference = `ref-${++count}`
  const address = `0x${String(count).padStart(40, '7')}`
  const asked = { reference, address, chainId: 'eip155:31337', symbol: 'ETH', currency: 'USD', payment: '100' }
  const { url } = (await api('checkouts', { ...asked, doneUrl: 'http://127.0.0.1:9/done', webhookUrl })) as {
    url: string
  }
  return { reference, address, url }
}
const stateOf = async (reference: string) =>
  ((await api(`checkouts/${reference}`)) as { checkout: { state: string; hash?: string; amount: string } }).checkout

describe('the local provider', () => {
  it('is for who has its secret', async () => {
    expect((await fetch(`${provider.url}/api/currencies`)).status).toBe(401)
    expect(await api('currencies')).toContainEqual(
      expect.objectContaining({
        symbol: 'USDC',
        networks: [expect.objectContaining({ chain_id: 'eip155:31337' }), expect.anything()],
      }),
    )
  })

  it('takes a card and a code, signs its messages, and pays what it quoted', async () => {
    const quote = await api('quotes', { chainId: 'eip155:31337', symbol: 'ETH', currency: 'USD', payment: '100' })
    expect(quote).toEqual({ fee: '1.50', networkFee: '0.10', amount: '0.03936000' })
    const { reference, address, url } = await open()
    expect(await (await fetch(url)).text()).toContain('Pay 100 USD')
    expect(await (await send(url, { card: '4242', outcome: 'works' })).text()).toContain('Confirm with your bank')
    const paid = await send(`${url}/code`, { code: '123456' })
    expect([paid.status, paid.headers.get('location')]).toEqual([303, 'http://127.0.0.1:9/done'])
    await expect.poll(() => stateOf(reference)).toMatchObject({ state: 'sent', hash: expect.stringMatching(/^0x/) })
    const balance = (await nodeCall(evm.chains[0].url, 'eth_getBalance', [address, 'latest'])) as string
    expect(formatEther(BigInt(balance))).toBe('0.03936')
    await expect.poll(() => messages.filter(({ body }) => body.includes(reference)).length).toBe(2)
    for (const { headers, body } of messages) {
      const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
      const signature = createHmac('sha256', secret).update(signed).digest('base64')
      expect(headers['webhook-signature']).toBe(`v1,${signature}`)
    }
    // Once is enough.
    expect((await send(`${url}/code`, { code: '123456' })).status).toBe(404)
  })

  it.each([
    ['declined', 'Your bank declined the card'],
    ['noCode', 'Your bank did not take the code'],
  ])('charges nothing where it is told %s', async (outcome, words) => {
    const { reference, url } = await open()
    const first = await send(url, { outcome })
    const last = outcome === 'declined' ? first : await send(`${url}/code`, { code: '123456' })
    expect([last.status, await last.text()]).toEqual([402, expect.stringContaining(words)])
    expect(await stateOf(reference)).toMatchObject({ state: 'opened', payment: '100', currency: 'USD' })
  })

  it('gives the money back where it cannot pay out', async () => {
    const { reference, url } = await open()
    await send(url, { outcome: 'noPayout' })
    await send(`${url}/code`, { code: '123456' })
    await expect.poll(() => stateOf(reference)).toMatchObject({ state: 'failed' })
  })

  it('sends each message twice, or none', async () => {
    const [twice, none] = [await open(), await open()]
    for (const [{ url }, outcome] of [
      [twice, 'twice'],
      [none, 'noMessage'],
    ] as const) {
      await send(url, { outcome })
      await send(`${url}/code`, { code: '123456' })
    }
    const of = ({ reference }: { reference: string }) => messages.filter(({ body }) => body.includes(reference)).length
    await expect.poll(() => of(twice)).toBe(4)
    await expect.poll(() => stateOf(none.reference)).toMatchObject({ state: 'sent' })
    expect(of(none)).toBe(0)
  })
})
