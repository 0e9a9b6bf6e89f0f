import { toBase64Url } from '@latchkey/protocol/internal/bytes'
import {
  challengeRequest,
  factorAddRequest,
  releaseRequest,
  walletActivateRequest,
  walletCreateRequest,
  walletRotateRequest,
} from '@latchkey/protocol/internal/walletApi'
import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { rows } from '../platform/db/rows.js'
import type { HonoEnv } from '../platform/http/vars.js'
import { authenticate } from '../platform/wallet/authenticate.js'
import { checkSigned } from '../platform/wallet/checkSigned.js'
import { findRequest } from '../platform/wallet/codeRequests.js'
import { keepUser, readDeletion } from '../platform/wallet/deletion.js'
import { passkeyChallengeRequest, passkeyFindRequest } from '../platform/wallet/passkeyRequests.js'
import { parseCall, readCall } from '../platform/wallet/readCall.js'
import { WalletRefusal } from '../platform/wallet/walletRefusal.js'
import { issueChallenge } from './challenges.js'
import type { CustodyContext } from './custodyContext.js'
import { askDeletion } from './deletions.js'
import { addFactor, deleteFactor, keepFactor, listFactors } from './factors.js'
import { findByCode } from './findByCode.js'
import { askForPasskey, findByPasskey } from './findByPasskey.js'
import { approveRestore, listRestores, stopRestore } from './restores.js'
import { releaseServerHalf } from './vault.js'
import { activateWallet, createWallet, rotateWallet } from './wallets.js'

/** The calls under `/api/vault`. */
export function vaultRoutes(context: CustodyContext): Hono<HonoEnv> {
  const app = new Hono<HonoEnv>()
  app.get('/keys', async (c) => {
    const [recovery] = await rows<{ key: string }>(
      context.db.query,
      sql`select public_key as key from recovery.hpke_keys where id = 1`,
    )
    if (recovery === undefined) throw new WalletRefusal('UNAVAILABLE', 'Recovery has not started yet')
    return c.json({ hpke: { vault: toBase64Url(context.hpke.publicKey), recovery: recovery.key } })
  })
  app.post('/wallets', async (c) => {
    const call = await readCall(c)
    return c.json(await createWallet(context, await authenticate(context, call), parseCall(call, walletCreateRequest)))
  })
  app.post('/wallets/:id/activate', async (c) => {
    const call = await readCall(c)
    const principal = await authenticate(context, call)
    return c.json(
      await activateWallet(context, principal, c.req.param('id'), parseCall(call, walletActivateRequest).proofs),
    )
  })
  app.post('/wallets/:id/rotate', async (c) => {
    const call = await readCall(c)
    const principal = await authenticate(context, call)
    return c.json(await rotateWallet(context, principal, c.req.param('id'), parseCall(call, walletRotateRequest)))
  })
  app.post('/find', async (c) => {
    const call = await readCall(c)
    const request = parseCall(call, findRequest)
    await checkSigned(context, call, request.devicePublicKey)
    return c.json(await findByCode(context, request, c.get('ip')))
  })
  app.post('/find/challenge', async (c) => {
    const call = await readCall(c)
    const request = parseCall(call, passkeyChallengeRequest)
    await checkSigned(context, call, request.devicePublicKey)
    return c.json(await askForPasskey(context, request, c.get('ip')))
  })
  app.post('/find/passkey', async (c) => {
    const call = await readCall(c)
    const request = parseCall(call, passkeyFindRequest)
    await checkSigned(context, call, request.devicePublicKey)
    return c.json(await findByPasskey(context, request))
  })
  app.post('/challenge', async (c) => {
    const call = await readCall(c)
    return c.json(await issueChallenge(context, await authenticate(context, call), parseCall(call, challengeRequest)))
  })
  app.post('/release', async (c) => {
    const call = await readCall(c)
    const principal = await authenticate(context, call)
    return c.json(await releaseServerHalf(context, principal, parseCall(call, releaseRequest), c.get('ip')))
  })
  app.get('/restores', async (c) => c.json(await listRestores(context, await authenticate(context, await readCall(c)))))
  app.post('/restores/:id/stop', async (c) => {
    await stopRestore(context, await authenticate(context, await readCall(c)), c.req.param('id'))
    return c.json({})
  })
  app.post('/restores/:id/approve', async (c) => {
    await approveRestore(context, await authenticate(context, await readCall(c)), c.req.param('id'))
    return c.json({})
  })
  app.get('/deletion', async (c) => {
    const { userId } = await authenticate(context, await readCall(c))
    return c.json({ dueAt: (await readDeletion(context, { userId }))?.dueAt ?? null, waitMs: context.deletionWait })
  })
  app.post('/deletion', async (c) => c.json(await askDeletion(context, await authenticate(context, await readCall(c)))))
  app.delete('/deletion', async (c) => {
    const { userId } = await authenticate(context, await readCall(c))
    if ((await keepUser(context, { userId })) === undefined)
      throw new WalletRefusal('NOT_FOUND', 'No deletion is planned')
    await context.sendNotices()
    return c.json({})
  })
  app.get('/factors', async (c) => c.json(await listFactors(context, await authenticate(context, await readCall(c)))))
  app.post('/factors', async (c) => {
    const call = await readCall(c)
    return c.json(await addFactor(context, await authenticate(context, call), parseCall(call, factorAddRequest)))
  })
  app.post('/factors/:id/keep', async (c) => {
    await keepFactor(context, await authenticate(context, await readCall(c)), c.req.param('id'))
    return c.json({})
  })
  app.delete('/factors/:id', async (c) =>
    c.json(await deleteFactor(context, await authenticate(context, await readCall(c)), c.req.param('id'))),
  )
  return app
}
