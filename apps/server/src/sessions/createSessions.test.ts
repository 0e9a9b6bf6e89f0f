import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { person, revocation, useLocalChains, useSessionWorld } from '../../test/useSessionWorld.js'
import { readEnv } from '../env.js'
import { openPglite } from '../platform/db/openPglite.js'
import { rows } from '../platform/db/rows.js'
import { createGate } from '../platform/limits/gate.js'
import { createRateLimit } from '../platform/limits/rateLimit.js'
import { createLog } from '../platform/log/log.js'
import { createNodes } from '../platform/upstream/nodes.js'
import { createSessions } from './createSessions.js'

const evm = useLocalChains()

describe('a session that was revoked', () => {
  const { db, call, granted, list } = useSessionWorld(() => openPglite(undefined), evm)

  it('goes after as many days as the operator says, also before it runs out', async () => {
    const owner = person()
    const [{ pci: old }, { pci: young }, { pci: open }] = [
      await granted(owner),
      await granted(owner),
      await granted(owner),
    ]
    for (const pci of [old, young])
      await call(`${owner.address}/revoke`, { pci, signature: await revocation(owner, pci) })
    const back = (pci: string, by: string) =>
      rows(db().query, sql`update sessions.sessions set revoked_at = revoked_at - ${by}::interval where pci = ${pci}`)
    await back(old, '73 hours')
    await back(young, '71 hours')
    const clock = () => new Date()
    const gate = createGate({
      chains: [],
      rateLimit: createRateLimit({ rate: 0, burst: 1 }),
      exemptLoopback: true,
      clock,
    })
    const sessions = createSessions(
      {
        db: db(),
        nodes: createNodes({ chains: [] }),
        log: createLog('silent'),
        clock,
        sessionKeys: undefined,
        env: readEnv({ LATCHKEY_RETENTION_SMART_SESSIONS: '3' }),
      },
      { gate },
    )
    await sessions.sweep()
    sessions.close()
    expect((await list(owner.address)).map(({ pci }) => pci).sort()).toEqual([open, young].sort())
  })
})
