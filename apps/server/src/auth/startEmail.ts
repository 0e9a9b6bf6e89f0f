import { randomInt } from 'node:crypto'
import type { EmailStartAnswer, EmailStartRequest } from '@latchkey/protocol/internal/walletApi'
import { deviceIdOf } from '@latchkey/protocol/internal/walletSigning'
import { sql } from 'drizzle-orm'
import { plusMs } from '../platform/db/dbClock.js'
import { rows } from '../platform/db/rows.js'
import { deviceMail } from '../platform/mail/writeMails.js'
import { hashToken, randomId, randomToken } from '../platform/secrets/randomId.js'
import { failuresWithoutLink, loginLife } from '../platform/wallet/oneTimeCode.js'
import { readEmail } from '../platform/wallet/readEmail.js'
import { WalletRefusal } from '../platform/wallet/walletRefusal.js'
import type { Asker, AuthContext } from './authContext.js'
import { emailIndex, sealEmail } from './emailIndex.js'
import { makeFreezeLink } from './freezeLink.js'
import { type ChallengeRow, sendCode } from './sendCode.js'
import { knownBudget, wideNetworkIndex, withSendLimits } from './withSendLimits.js'
import { takeWork } from './work.js'

/**
 * Begins a sign-in: writes a challenge and queues its mail. The response does not reveal whether the address has an account.
 *
 * @throws WalletRefusal INVALID, ORIGIN_REFUSED, RATE_LIMITED, WORK_REQUIRED.
 */
export async function startEmail(
  context: AuthContext,
  request: EmailStartRequest,
  asker: Asker,
): Promise<EmailStartAnswer> {
  const { box, now } = context
  const email = readEmail(request.email)
  if (!context.isAllowedOrigin(request.projectId, request.parentOrigin))
    throw new WalletRefusal('ORIGIN_REFUSED', 'This site may not use this wallet')
  const index = emailIndex(box, email)
  const challenge: ChallengeRow = {
    id: randomId(),
    kind: 'login',
    emailIndex: index,
    emailBox: sealEmail(box, email),
    projectId: request.projectId,
    parentOrigin: request.parentOrigin,
    deviceId: deviceIdOf(request.devicePublicKey),
    browser: asker.browser,
    place: context.placeOf(asker.ip),
    sessionId: null,
    byLink: false,
  }
  const { emailBox, projectId, parentOrigin, deviceId, browser, place } = challenge
  const matchNumber = String(randomInt(10, 100))
  const budget = await knownBudget(context, { emailIndex: index, deviceId })
  const ask = { ip: asker.ip, emailIndex: index, projectId }
  const isWorked = budget === undefined && (await takeWork(context, { ...ask, deviceId }, request.work))
  const needsLink = await withSendLimits(context, { ...ask, budget, isWorked }, async (query) => {
    const [known] = await rows<{ users: number; devices: number; failures: number }>(
      query,
      sql`select count(distinct u.id)::int as users, count(d.id)::int as devices,
          coalesce((select max(total) from recovery.mailboxes where auth_index = ${index}), 0) as failures
        from auth.users u
        left join auth.devices d on d.user_id = u.id and d.id = ${deviceId} and d.revoked_at is null
        where u.email_index = ${index}`,
    )
    const isKnownDevice = (known?.devices ?? 0) > 0
    const isUsual = isKnownDevice || (context.deviceLink === 'returning' && (known?.users ?? 0) === 0)
    const byLink = !isUsual || (known?.failures ?? 0) >= failuresWithoutLink
    const token = randomToken()
    await query.execute(
      sql`insert into auth.challenges (id, kind, email_index, email_box, project_id, parent_origin, device_id, device_key,
          device_name, browser, place, network, match_number, token_hash, created_at, expires_at)
        values (${challenge.id}, 'login', ${index}, ${emailBox}, ${projectId}, ${parentOrigin}, ${deviceId},
          ${JSON.stringify(request.devicePublicKey)}::jsonb, ${request.deviceName}, ${browser}, ${place},
          ${wideNetworkIndex(context, asker.ip)}, ${matchNumber}, ${byLink ? hashToken(token) : null}, ${now()}, ${plusMs(now(), loginLife)})`,
    )
    if (byLink) {
      const freezeUrl = await makeFreezeLink(context, query, index)
      const facts = { to: email, wallet: context.name, parentOrigin, browser, place, freezeUrl }
      await context.outbox.put(query, deviceMail(facts, `${context.origin}/device?token=${token}`), loginLife)
    } else await sendCode(context, query, challenge)
    return byLink
  })
  context.outbox.poke()
  return {
    challengeId: challenge.id,
    action: needsLink ? 'VERIFY_DEVICE' : 'VERIFY_OTP',
    matchNumber,
    retryAfterMs: 30_000,
  }
}
