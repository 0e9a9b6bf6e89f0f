import { describe, expect, it } from 'vitest'
import { createServers, name } from '../../test/createServers.js'
import { startKeeperWorker } from '../../test/keeperWorker.js'
import { createClientKey } from './createClientKey.js'
import { createKeeperClient } from './keeperClient.js'

async function plans() {
  const clientKey = await createClientKey()
  return [
    { factorId: 'device-000000000001', kind: 'device' as const, clientKey },
    { factorId: 'auto-00000000000001', kind: 'auto' as const },
  ]
}

describe('the worker’s client', () => {
  it('starts no worker before it is needed, and gives each call its own answer', async () => {
    let started = 0
    const keeper = createKeeperClient(() => {
      started++
      return startKeeperWorker()
    })
    expect(started).toBe(0)
    const { keepers } = createServers()
    const [made, status, refused] = await Promise.all([
      keeper.create({ name, keepers, factors: await plans() }),
      keeper.status({}),
      keeper.sign({ kind: 'evmMessage', message: new Uint8Array() }).catch((error: unknown) => error),
    ])
    expect(made.factors).toHaveLength(2)
    expect(status).toMatchObject({ isProven: false })
    expect(refused).toMatchObject({ name: 'LatchkeyError', code: 'UNAUTHORIZED' })
    expect(started).toBe(1)
  })

  it('says so when the worker breaks, and goes on with a new one that is locked', async () => {
    const workers: ReturnType<typeof startKeeperWorker>[] = []
    const keeper = createKeeperClient(() => {
      const worker = startKeeperWorker()
      workers.push(worker)
      return worker
    })
    const { keepers } = createServers()
    await keeper.create({ name, keepers, factors: await plans() })
    const waiting = keeper.status({})
    workers[0]?.breakDown()
    await expect(waiting).rejects.toMatchObject({ code: 'WALLET_NOT_RESPONDING' })
    expect(await keeper.status({})).toMatchObject({ isUnlocked: false })
    expect(workers).toHaveLength(2)
  })
})
