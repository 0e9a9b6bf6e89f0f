import { randomUUID } from 'node:crypto'
import { type ChainId, isAccountId, parseAccountId } from '@latchkey/protocol/caip'
import {
  type CreatedSession,
  formatSessionActivation,
  formatSessionRevocation,
  type SmartSessions,
} from '@latchkey/protocol/sessionsApi'
import { Hono } from 'hono'
import { hexToBytes } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { readJsonBody } from '../platform/http/readJsonBody.js'
import { Refusal } from '../platform/http/refusal.js'
import type { HonoEnv } from '../platform/http/vars.js'
import type { Gate } from '../platform/limits/gate.js'
import type { KeySeal } from '../platform/secrets/keySeal.js'
import type { SignatureCheck } from '../platform/upstream/createSignatureCheck.js'
import { UpstreamFault } from '../platform/upstream/upstreamFault.js'
import type { KeptSession, SessionTables } from './createSessionTables.js'
import { createWaitingList } from './createWaitingList.js'
import {
  longestSession,
  openSessions,
  sessionActivation,
  sessionRequest,
  sessionRevocation,
  waitingSessions,
} from './sessionRequests.js'

/** The cost of a writing call in the client's rate limit: it adds a row, uses a key or calls a node. */
const costOfWriting = 20
const noStore = { 'cache-control': 'no-store' }

/** `/v1/sessions/{account}`: permissions of apps to act for an account. Nothing is signed for anybody here. */
export function sessionRoutes(options: {
  gate: Gate
  tables: SessionTables
  isSigned: SignatureCheck
  /** Absent: no session can begin here. */
  keys: KeySeal | undefined
  clock: () => Date
}): Hono<HonoEnv> {
  const { gate, tables, keys, clock } = options
  const app = new Hono<HonoEnv>()
  const waiting = createWaitingList(waitingSessions)

  app.get('/v1/sessions/:account', async (c) => {
    gate.limit(c.get('ip'))
    gate.project(c.req.query('projectId'))
    const { address, chain } = readOwner(c.req.param('account'), gate)
    const pcis = address === undefined ? [] : await tables.list(address, chain)
    return c.json({ pcis } satisfies SmartSessions, 200, noStore)
  })

  app.post('/v1/sessions/:account', async (c) => {
    gate.limit(c.get('ip'), costOfWriting)
    const request = await readJsonBody(c.req.raw, sessionRequest)
    const projectId = c.req.query('projectId') ?? request.projectId ?? ''
    gate.project(projectId)
    if (!/^[\x20-\x7e]{0,100}$/.test(projectId)) throw new Refusal(400, 'projectId', 'Invalid projectId')
    const { address, chain } = readOwner(c.req.param('account'), gate)
    if (address === undefined || chain === undefined)
      throw new Refusal(400, 'address', 'A session begins for an account of an EVM chain, written as CAIP-10')
    const { expiry, chainId, project, signer, permissions, policies } = request
    if (chainId !== undefined && !isSameChain(chainId, chain))
      throw new Refusal(400, 'chainId', 'chainId is another chain than the one of the account')
    const left = expiry - clock().getTime() / 1000
    if (left <= 0 || left > longestSession)
      throw new Refusal(400, 'expiry', 'expiry is a time in seconds since 1970, within the next 366 days')
    if (keys === undefined)
      throw new Refusal(
        503,
        'key',
        'This server makes no keys for sessions. Its operator can set LATCHKEY_SESSION_KEYS.',
      )
    const pci = randomUUID()
    const key = generatePrivateKey()
    const { publicKey } = privateKeyToAccount(key)
    const secret = hexToBytes(key)
    const envelope = await keys.seal(secret, { v: '1', purpose: 'session', pci, account: `${chain}:${address}` })
    secret.fill(0)
    const url = siteOf(c.req.header('origin'))
    const replaced = waiting.push(c.get('ip'), pci)
    if (replaced.length > 0) await tables.drop(replaced)
    const isKept = await tables.add({
      pci,
      chain,
      address,
      project: { id: projectId, name: project?.name, url, iconUrl: project?.iconUrl },
      signer,
      permissions,
      policies,
      publicKey,
      envelope,
      expiry,
    })
    if (!isKept) throw new Refusal(503, 'pci', 'Too many sessions wait to be opened. Try again in a few minutes.')
    return c.json({ pci, key: { type: 'secp256k1', publicKey } } satisfies CreatedSession, 200, noStore)
  })

  app.post('/v1/sessions/:account/activate', async (c) => {
    gate.limit(c.get('ip'), costOfWriting)
    gate.project(c.req.query('projectId'))
    const { pci, context, signature } = await readJsonBody(c.req.raw, sessionActivation)
    const session = await findSession(pci, c.req.param('account'))
    if (session.isExpired || session.isRevoked || (session.context !== null && session.context !== context))
      throw new Refusal(400, 'pci', 'This session is over, or is open already')
    const { chain: chainId, address, expiry, name, url } = session
    const message = formatSessionActivation({
      chainId,
      address,
      pci,
      expiry,
      name: name ?? undefined,
      url: url ?? undefined,
    })
    await requireSignature(session, message, signature)
    const outcome = await tables.activate(pci, address, context)
    if (outcome === 'full')
      throw new Refusal(400, 'address', `This account has ${openSessions} open sessions. Revoke one first.`)
    if (outcome === 'gone') throw new Refusal(400, 'pci', 'This session is over, or is open already')
    return c.json({}, 200, noStore)
  })

  app.post('/v1/sessions/:account/revoke', async (c) => {
    gate.limit(c.get('ip'), costOfWriting)
    gate.project(c.req.query('projectId'))
    const { pci, signature } = await readJsonBody(c.req.raw, sessionRevocation)
    const session = await findSession(pci, c.req.param('account'))
    await requireSignature(session, formatSessionRevocation({ address: session.address, pci }), signature)
    await tables.revoke(pci, session.address)
    return c.json({}, 200, noStore)
  })

  async function findSession(pci: string, account: string): Promise<KeptSession> {
    const { address, chain } = readOwner(account, gate)
    const session = address === undefined ? undefined : await tables.find(pci, address, chain)
    if (session === undefined) throw new Refusal(404, 'pci', 'This account has no such session')
    return session
  }

  async function requireSignature(session: KeptSession, message: string, signature: string): Promise<void> {
    const signed = { chainId: session.chain, address: session.address as `0x${string}`, message }
    const isSigned = await options
      .isSigned({ ...signed, signature: signature as `0x${string}` })
      .catch((cause: unknown) => {
        if (!(cause instanceof UpstreamFault)) throw cause
        throw new Refusal(503, 'chainId', cause.message, { cause, code: cause.code })
      })
    if (!isSigned)
      throw new Refusal(
        401,
        'signature',
        'The signature is not one of this account over the text that this call needs',
        {
          code: 'SIGNATURE_INVALID',
        },
      )
  }

  return app
}

/** An EVM account as CAIP-10 or as a plain address, which may be of any chain; of other families there are no sessions. */
function readOwner(text: string, gate: Gate): { address?: string; chain?: ChainId } {
  if (/^0x[0-9a-fA-F]{40}$/.test(text)) return { address: text.toLowerCase() }
  if (!isAccountId(text)) throw new Refusal(400, 'address', 'The account is neither CAIP-10 nor an EVM address')
  const { namespace, chainId, address } = parseAccountId(text)
  const { caip2: chain } = gate.chain(chainId)
  if (namespace !== 'eip155') return { chain }
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) throw new Refusal(400, 'address', 'Invalid address for this chain')
  return { address: address.toLowerCase(), chain }
}

/** Wallets write a chain as a hexadecimal number. */
function isSameChain(given: string, chain: ChainId): boolean {
  return given === chain || (/^0x[0-9a-fA-F]{1,16}$/.test(given) && `eip155:${BigInt(given)}` === chain)
}

/** The page that the browser says it is; other programs say nothing, or whatever they like. */
function siteOf(origin: string | undefined): string | undefined {
  if (origin === undefined || origin.length > 300 || !URL.canParse(origin)) return undefined
  const url = new URL(origin)
  return /^https?:$/.test(url.protocol) ? url.origin : undefined
}
