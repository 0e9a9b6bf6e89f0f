import { describe, expect, it } from 'vitest'
import { newLabel, useNameWorld, zone } from '../test/useNameWorld.js'
import { person, useLocalChains } from '../test/useSessionWorld.js'
import { openPglite } from './platform/db/openPglite.js'

const chain = 'eip155:31337'
const coin = `${chain}:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee`
const evm = useLocalChains()
const { app, register } = useNameWorld(() => openPglite(undefined), evm)

/** The twenty calls as the specification has them; any other is tested beside its route. The account and the name are put in where they are known. */
const routes = [
  ['GET', '/v1/supported-chains'],
  ['GET', '/v1/identity/$address'],
  ['GET', `/v1/account/$address/history?chainId=${chain}`],
  ['GET', `/v1/convert/quotes?amount=1&userAddress=$address&from=${coin}&to=${coin}&gasPrice=1`],
  ['GET', `/v1/convert/tokens?chainId=${chain}`],
  ['POST', '/v1/fungible/price'],
  ['GET', `/v1/convert/allowance?tokenAddress=${coin}&userAddress=${chain}:$address`],
  ['GET', `/v1/convert/gas-price?chainId=${chain}`],
  ['POST', '/v1/convert/build-transaction'],
  ['GET', `/v1/convert/build-approve?userAddress=${chain}:$address&from=${coin}&to=${coin}`],
  ['GET', `/v1/account/$address/balance?currency=usd&chainId=${chain}`],
  ['GET', '/v1/profile/account/$name'],
  ['GET', '/v1/profile/reverse/$address'],
  ['GET', '/v1/profile/suggestions/$name'],
  ['POST', '/v1/profile/account'],
  ['POST', '/v1/generators/onrampurl'],
  ['GET', '/v1/onramp/options'],
  ['POST', '/v1/onramp/quote'],
  ['GET', `/v1/sessions/${chain}:$address`],
  ['POST', `/v1/sessions/${chain}:$address/revoke`],
] as const

describe('the data API', () => {
  it('[S7-03] has its twenty calls, each by one method', async () => {
    const owner = person()
    const label = newLabel()
    expect((await register(owner, label)).status).toBe(200)
    const name = `${label}.${zone}`
    const ask = async (method: string, path: string) => {
      const init = method === 'POST' ? { method, body: '{}' } : { method }
      return (await app().request(path.replace('$address', owner.address).replace('$name', name), init)).status
    }
    for (const [method, path] of routes) {
      const other = method === 'GET' ? 'PUT' : 'GET'
      expect([path, [404, 405].includes(await ask(method, path))]).toEqual([path, false])
      expect([path, other, await ask(other, path)]).toEqual([path, other, 405])
    }
    expect(routes).toHaveLength(20)
  })
})
