import { afterAll, beforeAll, expect, it } from 'vitest'
// biome-ignore-start lint/style/noRestrictedImports: what kills the server of the other tests
import type { Db } from '../apps/server/src/platform/db/db.js'
import { openPglite } from '../apps/server/src/platform/db/openPglite.js'
import { createFailpoint } from '../apps/server/test/createFailpoint.js'

// biome-ignore-end lint/style/noRestrictedImports: as above

let db: Db
beforeAll(async () => {
  db = await openPglite()
}, 180_000)
afterAll(() => db?.close())

it('lets a server that was spared at the last moment live on, with all its answers', async () => {
  const killed: string[] = []
  const failpoint = createFailpoint((path) => killed.push(path))
  const { query } = failpoint.watch(db)
  failpoint.arm({ path: /^\/call$/, at: 1, when: 'after' })
  let answered: Promise<unknown> | undefined
  await failpoint.during('/call', async () => {
    // What nobody waits for, as when mails are sent once the answer is ready.
    answered = query.execute('select 1 as one')
    return new Response()
  })
  failpoint.arm(undefined)
  await expect(answered).resolves.toMatchObject({ rows: [{ one: 1 }] })
  expect(killed).toEqual([])
})
