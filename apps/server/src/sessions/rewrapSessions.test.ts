import { sql } from 'drizzle-orm'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, it } from 'vitest'
import { keys, person, sessionChain, useLocalChains, useSessionWorld } from '../../test/useSessionWorld.js'
import { openEnvelope } from '../custody/envelope.js'
import { createLocalKeys } from '../custody/keys/createLocalKeys.js'
import { rewrapEnvelopes } from '../custody/rewrapEnvelopes.js'
import { openPglite } from '../platform/db/openPglite.js'
import { rows } from '../platform/db/rows.js'

const evm = useLocalChains()
const { db, create } = useSessionWorld(openPglite, evm)

it('the key of a session moves to another key of the ring, and opens without the old one', async () => {
  const owner = person()
  const { pci, key } = await create(owner.address)
  const aad = { v: '1', purpose: 'session', pci, account: `${sessionChain}:${owner.address.toLowerCase()}` }
  const envelope = async () =>
    (await rows<{ envelope: string }>(db().query, sql`select envelope from sessions.sessions where pci = ${pci}`))[0]
      ?.envelope ?? ''
  const [old, next] = [1, 33].map((first) => Uint8Array.from({ length: 32 }, (_, index) => index + first))
  if (old === undefined || next === undefined) throw new Error('no keys')
  const secret = await openEnvelope(keys, await envelope(), aad)
  const both = createLocalKeys({
    current: '2',
    keys: new Map([
      ['1', old],
      ['2', next],
    ]),
  })
  expect(await rewrapEnvelopes(db(), both, 'sessions')).toEqual({ moved: 1, left: 0 })
  expect(await rewrapEnvelopes(db(), both, 'sessions')).toEqual({ moved: 0, left: 0 })
  await expect(openEnvelope(keys, await envelope(), aad)).rejects.toThrow()
  const alone = createLocalKeys({ current: '2', keys: new Map([['2', next]]) })
  expect(await openEnvelope(alone, await envelope(), aad)).toEqual(secret)
  expect(privateKeyToAccount(`0x${Buffer.from(secret).toString('hex')}`).publicKey).toBe(key.publicKey)
})
