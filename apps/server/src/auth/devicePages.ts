import { Hono } from 'hono'
import { isLoopback } from '../platform/http/clientIp.js'
import { escapeHtml } from '../platform/http/escapeHtml.js'
import { readBody } from '../platform/http/readBody.js'
import type { HonoEnv } from '../platform/http/vars.js'
import { mailPageHeaders } from '../platform/mail/mailPageHeaders.js'
import { keepUser, readDeletion } from '../platform/wallet/deletion.js'
import { takeLimit } from '../platform/wallet/takeLimit.js'
import { WalletRefusal } from '../platform/wallet/walletRefusal.js'
import type { AuthContext } from './authContext.js'
import { isUndoLink, undoEmailChange } from './changeEmail.js'
import { approveLink, readLink } from './deviceLink.js'
import { freezeByLink } from './freezeLink.js'
import { readStopLink, stopByLink } from './stopLink.js'
import { networkIndex } from './withSendLimits.js'

/** The pages behind the links of mails: looking changes nothing, a button does, once. */
export function devicePages(context: AuthContext): Hono<HonoEnv> {
  const app = new Hono<HonoEnv>()
  app.get('/device', async (c) => {
    const token = readToken(c.req.query('token'))
    const request = token === undefined ? undefined : await readLink(context, token)
    if (request === undefined)
      return page(context, 410, 'This link no longer works', [
        'It was already used, or it has expired. Ask for a new one.',
      ])
    const facts: [string, string][] = [
      ['Site', new URL(request.parentOrigin).host],
      ['Browser', request.browser],
      ...(request.place === '' ? [] : [['Place', request.place] as [string, string]]),
      ['Asked', request.createdAt],
    ]
    const form = { action: '/device', token: token ?? '', label: 'Yes, this is my browser' }
    const lead = ['Approve only if the other screen shows this number:']
    return page(context, 200, 'Is this your browser?', lead, { number: request.matchNumber, facts, form })
  })
  app.post('/device', async (c) => {
    const token = await readForm(c.req.raw, context.origin)
    return token !== undefined && (await approveLink(context, token))
      ? page(context, 200, 'Confirmed', ['Go back to the other screen. A code is on its way to you.'])
      : page(context, 410, 'This link no longer works', ['It was already used, or it has expired. Ask for a new one.'])
  })
  app.get('/undo', async (c) => {
    const token = readToken(c.req.query('token'))
    if (token === undefined || !(await isUndoLink(context, token)))
      return page(context, 410, 'This link no longer works', ['It was used, or more than 72 hours have passed.'])
    const form = { action: '/undo', token, label: 'Give my wallet back to this e-mail' }
    return page(context, 200, 'Undo the change of e-mail?', ['Every browser will be signed out.'], { form })
  })
  app.post('/undo', async (c) => {
    const token = await readForm(c.req.raw, context.origin)
    return token !== undefined && (await undoEmailChange(context, token))
      ? page(context, 200, 'Undone', ['Your wallet belongs to this e-mail again. Every browser was signed out.'])
      : page(context, 410, 'This link no longer works', ['It was used, or more than 72 hours have passed.'])
  })
  app.get('/stop', async (c) => {
    const token = readToken(c.req.query('token'))
    const name = token === undefined ? undefined : await readStopLink(context, token)
    if (token === undefined || name === undefined) return page(context, 410, 'This link no longer works', stopGone)
    const form = { action: '/stop', token, label: 'Stop this browser' }
    return page(context, 200, 'Stop this browser?', [`“${name}” will not get your wallet.`], { form })
  })
  app.post('/stop', async (c) => {
    const token = await readForm(c.req.raw, context.origin)
    return token !== undefined && (await stopByLink(context, token))
      ? page(context, 200, 'Stopped', [
          'That browser does not get your wallet. If you did not ask for it, secure your mailbox.',
        ])
      : page(context, 410, 'This link no longer works', stopGone)
  })
  app.get('/keep', async (c) => {
    const token = readToken(c.req.query('token'))
    const due = token === undefined ? undefined : await readDeletion(context, { token })
    if (token === undefined || due === undefined) return page(context, 410, 'This link no longer works', keepGone)
    const { dueAt, held } = due
    const form = { action: '/keep', token, label: `Keep my ${held}`, small: 'To have it deleted, close this page.' }
    const date = `${new Date(dueAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`
    return page(context, 200, `Keep your ${held}?`, [`It will be deleted on ${date}.`], { form })
  })
  app.post('/keep', async (c) => {
    const token = await readForm(c.req.raw, context.origin)
    const held = token === undefined ? undefined : await keepUser(context, { token })
    if (held !== undefined) context.outbox.poke()
    return held !== undefined
      ? page(context, 200, `Your ${held} stays`, ['If you did not ask for its deletion, secure your mailbox.'])
      : page(context, 410, 'This link no longer works', keepGone)
  })
  // The response is the same for every address: it does not reveal whether one has a wallet.
  app.get('/freeze', (c) => {
    const token = readToken(c.req.query('token'))
    if (token === undefined) return page(context, 410, 'This link is not whole', ['Copy all of it from the mail.'])
    const hours = Math.round(context.freezeLife / 3_600_000)
    const lead = [
      'No browser opens the wallet then, yours included, and its e-mail cannot be changed.',
      `Only its passkey or its recovery code ends that. A wallet that has neither opens again after ${hours} hours.`,
    ]
    const form = { action: '/freeze', token, label: 'Freeze the wallet', small: 'To change nothing, close this page.' }
    return page(context, 200, 'Freeze your wallet?', lead, { form })
  })
  app.post('/freeze', async (c) => {
    const token = await readForm(c.req.raw, context.origin)
    if (token === undefined) return page(context, 410, 'This link is not whole', ['Copy all of it from the mail.'])
    const ip = c.get('ip')
    try {
      if (!(context.exemptLoopback && isLoopback(ip)))
        await takeLimit(context.db.query, context.now, [
          { key: `freeze/net/${networkIndex(context, ip)}`, max: 20, windowMs: 3_600_000 },
        ])
    } catch (error) {
      if (!(error instanceof WalletRefusal)) throw error
      return page(context, 429, 'Too many tries', ['Try again in an hour, or from another network.'])
    }
    await freezeByLink(context, token)
    return page(context, 200, 'Done', [
      'If this link belongs to a wallet, that wallet is frozen now, and a mail to each address that we know for it says so.',
      `No mail? Ask for a code at ${context.origin}/recover and use the link in that mail: old links stop working.`,
    ])
  })
  return app
}

const keepGone = ['The deletion was taken back already, or its time is over.']
const stopGone = ['It was used, or that browser has the wallet already: remove it under Security.']

async function readForm(request: Request, origin: string): Promise<string | undefined> {
  const from = request.headers.get('origin')
  // With no referrer the browser says "null" for a form of our own page; the token is what no other page has.
  if (from !== null && from !== 'null' && from !== origin) return undefined
  return readToken(new URLSearchParams(await readBody(request)).get('token') ?? undefined)
}

function readToken(text: string | undefined): string | undefined {
  return text !== undefined && /^[A-Za-z0-9_-]{43}$/.test(text) ? text : undefined
}

function page(
  context: AuthContext,
  status: 200 | 410 | 429,
  title: string,
  lines: readonly string[],
  more: {
    number?: string
    facts?: readonly (readonly [string, string])[]
    form?: { action: string; token: string; label: string; small?: string }
  } = {},
): Response {
  const { number, facts = [], form } = more
  const body = [
    ...lines.map((line) => `<p>${escapeHtml(line)}</p>`),
    number === undefined ? '' : `<p class="number">${escapeHtml(number)}</p>`,
    facts.length === 0
      ? ''
      : `<dl>${facts.map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl>`,
    form === undefined
      ? ''
      : `<form method="post" action="${form.action}"><input type="hidden" name="token" value="${escapeHtml(form.token)}"><button>${escapeHtml(form.label)}</button></form><p class="small">${escapeHtml(form.small ?? 'If this is not you, close this page.')}</p>`,
  ].join('\n')
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>
:root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-items:center;background:light-dark(#f2f5f4,#0c110f);color:light-dark(#10201c,#ecf3f0);font:16px/1.5 system-ui,sans-serif}
main{box-sizing:border-box;width:min(400px,100% - 32px);padding:32px 28px;border-radius:20px;background:light-dark(#fff,#121816)}h1{margin:0 0 12px;font-size:22px;line-height:1.25}
.number{font:600 44px/1.2 ui-monospace,monospace;text-align:center;margin:16px 0}dl{display:grid;grid-template-columns:auto 1fr;gap:6px 16px;font-size:14px}dt,.small{color:light-dark(#4f605b,#a3b3ad)}dd{margin:0;word-break:break-word}.small{font-size:13px}
button{width:100%;padding:14px;border:0;border-radius:999px;background:light-dark(#0b6b57,#7fe3c4);color:light-dark(#fff,#06231b);font:600 16px system-ui,sans-serif;cursor:pointer}button:focus-visible{outline:2px solid light-dark(#0b6b57,#7fe3c4);outline-offset:2px}
</style></head><body><main><p class="small">${escapeHtml(context.name)}</p><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`
  return new Response(html, { status, headers: mailPageHeaders })
}
