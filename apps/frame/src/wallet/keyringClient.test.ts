import { describe, expect, it } from 'vitest'
import { createServers, name } from '../../test/createServers.js'
import { startKeyringWorker } from '../../test/keyringWorker.js'
import { createClientKey } from './createClientKey.js'
import { createKeyringClient } from './keyringClient.js'

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
    const keyring = createKeyringClient(() => {
      started++
      return startKeyringWorker()
    })
    expect(started).toBe(0)
    const { custodyKeys } = createServers()
    const [made, status, refused] = await Promise.all([
      keyring.create({ name, custodyKeys, factors: await plans() }),
      keyring.status({}),
      keyring.sign({ kind: 'evmMessage', message: new Uint8Array() }).catch((error: unknown) => error),
    ])
    expect(made.factors).toHaveLength(2)
    expect(status).toMatchObject({ isProven: false })
    expect(refused).toMatchObject({ name: 'LatchkeyError', code: 'UNAUTHORIZED' })
    expect(started).toBe(1)
  })

  it('says so when the worker breaks, and goes on with a new one that is locked', async () => {
    const workers: ReturnType<typeof startKeyringWorker>[] = []
    const keyring = createKeyringClient(() => {
      const worker = startKeyringWorker()
      workers.push(worker)
      return worker
    })
    const { custodyKeys } = createServers()
    await keyring.create({ name, custodyKeys, factors: await plans() })
    const waiting = keyring.status({})
    workers[0]?.breakDown()
    await expect(waiting).rejects.toMatchObject({ code: 'WALLET_NOT_RESPONDING' })
    expect(await keyring.status({})).toMatchObject({ isUnlocked: false })
    expect(workers).toHaveLength(2)
  })
})
