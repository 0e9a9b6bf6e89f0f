import { request } from 'node:http'
import { createConnection } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMailbox, keptMessages } from './mailbox.js'
import type { Message } from './message.js'
import { type Inbox, startInbox } from './startInbox.js'

let inbox: Inbox
beforeAll(async () => {
  inbox = await startInbox()
})
afterAll(() => inbox.stop())

describe('startInbox', () => {
  it('behavior: takes a mail over SMTP and gives it back as JSON, newest first, by its address', async () => {
    await send({ to: 'ada@mail.example', subject: 'First' })
    await send({ to: 'Ada@mail.example', subject: '=?utf-8?B?w5xiZXI=?=' })
    await send({ to: 'bob@mail.example', subject: 'Other' })
    const answer = await fetch(`${inbox.url}/messages?to=ada@mail.example`)
    const { messages } = (await answer.json()) as { messages: Message[] }
    expect(messages.map(({ subject }) => subject)).toEqual(['Über', 'First'])
    expect(messages[1]).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      at: expect.any(Number),
      from: 'Shop <shop@mail.example>',
      to: ['ada@mail.example'],
      subject: 'First',
      text: 'Hello http://localhost/x\n',
      html: '<p>Hello</p><script>alert(1)</script>\n',
    })
    expect(inbox.messages('bob@mail.example')).toHaveLength(1)
  })

  it('security: a mail is shown under a policy in which nothing runs, and only inside the inbox', async () => {
    await send({ to: 'eve@mail.example', subject: 'Bad' })
    const [mail] = inbox.messages('eve@mail.example')
    const answer = await fetch(`${inbox.url}/messages/${mail?.id}/html`)
    expect(await answer.text()).toContain('<script>alert(1)</script>')
    expect(answer.headers.get('content-security-policy')).toBe(
      "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'self'; form-action 'none'; frame-ancestors 'self'",
    )
    const page = await fetch(inbox.url)
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self'/)
  })

  it('security: another name for this machine does not open it, and another page cannot empty it', async () => {
    expect(await statusFor('/messages', { host: 'evil.example' })).toBe(421)
    expect(await statusFor('/messages', { host: '127.0.0.1:1' })).toBe(200)
    const empty = (site: string) =>
      fetch(`${inbox.url}/messages`, { method: 'DELETE', headers: { 'sec-fetch-site': site } })
    expect((await empty('cross-site')).status).toBe(403)
    expect(inbox.messages().length).toBeGreaterThan(0)
  })

  it('error: a mail over 100 kB is refused, and the server goes on', async () => {
    expect(await send({ to: 'big@mail.example', subject: 'Big', body: 'x'.repeat(150_000) })).toMatch(/^552 /)
    expect(inbox.messages('big@mail.example')).toEqual([])
    expect(await send({ to: 'big@mail.example', subject: 'Small' })).toMatch(/^250 /)
  })

  it('behavior: tells the page of each change at once', async () => {
    const answer = await fetch(`${inbox.url}/changes`)
    const reader = answer.body?.getReader()
    const next = async () => new TextDecoder().decode((await reader?.read())?.value)
    expect(await next()).toContain('event: change')
    await send({ to: 'live@mail.example', subject: 'Live' })
    expect(await next()).toContain('event: change')
    await reader?.cancel()
  })

  it('behavior: serves its page, its look and its script', async () => {
    for (const [path, type] of [
      ['/', 'text/html'],
      ['/inbox.css', 'text/css'],
      ['/inbox.js', 'text/javascript'],
    ] as const) {
      const answer = await fetch(`${inbox.url}${path}`)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining(type)])
    }
    expect((await fetch(`${inbox.url}/messages/none/html`)).status).toBe(404)
  })

  it('error: a port that is taken is refused, and the mail server is ended', async () => {
    await expect(startInbox({ port: Number(new URL(inbox.url).port) })).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
    })
    await expect(startInbox({ smtpPort: Number(new URL(inbox.url).port) })).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
    })
  })
})

it('behavior: the mailbox keeps the newest mails', () => {
  const mailbox = createMailbox()
  const mail = { at: 0, from: '', to: [], subject: '', text: '', html: '' }
  for (let id = 0; id <= keptMessages; id++) mailbox.add({ ...mail, id: String(id) })
  expect(mailbox.list()).toHaveLength(keptMessages)
  expect([mailbox.get('0'), mailbox.list()[0]?.id]).toEqual([undefined, String(keptMessages)])
  mailbox.clear()
  expect(mailbox.list()).toEqual([])
})

// Word by word, as the protocol goes, so that no library of ours stands on both sides.
async function send({ to, subject, body }: { to: string; subject: string; body?: string }): Promise<string> {
  const { hostname, port } = new URL(inbox.smtpUrl)
  const socket = createConnection(Number(port), hostname)
  let heard = ''
  const lines: string[] = []
  const waiting: ((line: string) => void)[] = []
  socket.on('data', (data) => {
    heard += data.toString()
    // A line with a dash after its number is followed by another.
    for (let end = heard.indexOf('\r\n'); end !== -1; end = heard.indexOf('\r\n')) {
      const line = heard.slice(0, end)
      heard = heard.slice(end + 2)
      if (line[3] !== '-') lines.push(line)
    }
    while (lines.length > 0 && waiting.length > 0) waiting.shift()?.(lines.shift() ?? '')
  })
  const answer = () =>
    new Promise<string>((resolve) => (lines.length > 0 ? resolve(lines.shift() ?? '') : waiting.push(resolve)))
  const say = (text: string) => {
    socket.write(`${text}\r\n`)
    return answer()
  }
  await answer()
  await say('EHLO test')
  await say('MAIL FROM:<shop@mail.example>')
  await say(`RCPT TO:<${to}>`)
  await say('DATA')
  const parts = [
    '--b\r\nContent-Type: text/plain\r\n',
    body ?? 'Hello http://localhost/x',
    '--b\r\nContent-Type: text/html\r\n',
    '<p>Hello</p><script>alert(1)</script>',
    '--b--',
  ]
  const head = `From: Shop <shop@mail.example>\r\nTo: someone@else.example\r\nSubject: ${subject}\r\nMIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary=b\r\n`
  const last = await say(`${head}\r\n${parts.join('\r\n')}\r\n.`)
  socket.end()
  return last
}

function statusFor(path: string, headers: { [name: string]: string }): Promise<number | undefined> {
  const { hostname, port } = new URL(inbox.url)
  return new Promise((resolve, reject) => {
    const call = request({ hostname, port, path, headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    call.once('error', reject)
    call.end()
  })
}
