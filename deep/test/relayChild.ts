// biome-ignore lint/style/noRestrictedImports: the database of the server is not one of its doors
import { openPglite } from '../../apps/server/src/platform/db/openPglite.js'
import { startRelay } from '../../apps/server/test/startRelay.js'

/** A relay over a database on disk, made to be killed: `relayChild.ts folder`. It says where it is. */
const [, , folder = ''] = process.argv
const relay = await startRelay({ db: await openPglite(folder), resendAfter: 1_000 })
process.stdout.write(`${JSON.stringify({ ready: true, url: relay.url })}\n`)
