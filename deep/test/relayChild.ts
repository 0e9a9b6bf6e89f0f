// biome-ignore lint/style/noRestrictedImports: the database of the server is not an entry point
import { openPglite } from '../../apps/server/src/platform/db/openPglite.js'
// biome-ignore lint/style/noRestrictedImports: as above
import { openPostgres } from '../../apps/server/src/platform/db/openPostgres.js'
import { startRelay } from '../../apps/server/test/startRelay.js'

/** A relay over a database on disk, made to be killed: `relayChild.ts <folder or postgres URL>`. It says where it is. */
const [, , place = ''] = process.argv
const db = place.startsWith('postgres') ? await openPostgres(place) : await openPglite(place)
const relay = await startRelay({ db, resendAfter: 1_000 })
process.stdout.write(`${JSON.stringify({ ready: true, url: relay.url })}\n`)
