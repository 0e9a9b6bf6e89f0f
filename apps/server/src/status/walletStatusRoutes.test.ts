import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWalletWorld, type WalletWorld } from '../../test/startWalletWorld.js'

let world: WalletWorld
beforeAll(async () => {
  world = await startWalletWorld()
})
afterAll(() => world.stop())

const ask = async (path: string) => {
  const response = await world.app().request(path)
  return { status: response.status, text: await response.text(), kept: response.headers.get('cache-control') }
}

it('behavior: a process of the wallet says that it lives, and with which parts', async () => {
  expect(await ask('/health')).toEqual({
    status: 200,
    text: expect.stringMatching(/^OK v\d+\.\d+\.\d+, roles: auth,vault,recovery$/),
    kept: 'no-store',
  })
})

it('behavior: it is ready while its database answers, and says so when it does not', async () => {
  expect(await ask('/ready')).toMatchObject({ status: 200, text: '{"ready":true,"database":true,"reasons":[]}' })
  const { query } = world.db
  world.db.query = { transaction: () => Promise.reject(new Error('gone')) } as never
  try {
    const text = '{"ready":false,"database":false,"reasons":["The database does not answer"]}'
    expect(await ask('/ready')).toMatchObject({ status: 503, text })
    expect((await ask('/health')).status).toBe(200)
  } finally {
    world.db.query = query
  }
})
