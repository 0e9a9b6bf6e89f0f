import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createWalletClient } from '../../test/createWalletClient.js'
import { startWalletWorld, type WalletWorld } from '../../test/startWalletWorld.js'
import { createWalletApp } from '../walletApp.js'
import { codeMail } from './mails/writeMails.js'

let world: WalletWorld
beforeAll(async () => {
  world = await startWalletWorld({ more: { deviceLink: 'returning' } })
}, 180_000)
afterAll(() => world?.stop())

it('names the site, the browser and the place, holds the code in text and no link that signs in', async () => {
  const who = await createWalletClient(world)
  expect((await who.start('reader@mail.example')).body.action).toBe('VERIFY_OTP')
  const mail = await world.inbox.next('reader@mail.example')
  const code = mail.subject?.slice(0, 6) ?? ''
  for (const text of [mail.text ?? '', mail.html ?? ''])
    for (const part of [
      code,
      'app.example',
      'Chrome on Linux',
      'Bern, Switzerland',
      'Never type it on another site',
      '10 minutes',
    ])
      expect(text).toContain(part)
  expect(mail.text).not.toMatch(/https?:/)
  expect(mail.html).not.toMatch(/<a |<img|https?:/)
  expect(mail.from).toMatchObject({ name: 'Test Wallet', address: 'wallet@latchkey.example' })
})

it('lets no name of a site or browser write markup or headers', () => {
  const facts = {
    to: 'a@b.example',
    wallet: '<b>W</b>',
    parentOrigin: 'https://x.example',
    browser: '"><img src=x>\r\nBcc: c@d.example',
    place: '',
  }
  const { html, subject, text } = codeMail(facts, 'login', '000000')
  expect(html).not.toMatch(/<img|<b>/)
  expect(subject + text).not.toMatch(/\r|\nBcc/)
})

it('[REL-38] sends nothing twice when a mail server is gone or slow, and nothing too late', async () => {
  const { mail, ...options } = world.options
  let fault: 'refuses' | 'slow' | 'none' = 'refuses'
  const sent: string[] = []
  let release = () => undefined as unknown
  const flaky: typeof mail = {
    ...mail,
    async send(message) {
      if (fault === 'refuses') throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
      if (fault === 'slow')
        await new Promise((resolve) => {
          release = () => resolve(undefined)
        })
      sent.push(message.to)
    },
  }
  const app = await createWalletApp({ ...options, mail: flaky })
  const who = await createWalletClient({ ...world, app: () => app })
  expect((await who.start('gone@mail.example')).status).toBe(200)
  await app.settle()
  expect(sent).toEqual([])
  fault = 'slow'
  world.wait(60_000)
  const first = app.settle()
  await vi.waitFor(() => expect(release()).toBeUndefined())
  // Another server looks at the same table meanwhile and leaves what is being sent alone.
  const other = await createWalletApp({ ...options, mail: flaky })
  fault = 'none'
  await other.settle()
  release()
  await first
  expect(sent).toEqual(['gone@mail.example'])
  fault = 'refuses'
  expect((await who.start('late@mail.example')).status).toBe(200)
  await app.settle()
  fault = 'none'
  world.wait(600_000)
  await app.settle()
  expect(sent).toEqual(['gone@mail.example'])
  await other.close()
  await app.close()
})

it('[REL-38] sends a mail that was refused once the server takes mails again, and once', async () => {
  const who = await createWalletClient(world)
  world.inbox.isFull = true
  const { body } = await who.start('later@mail.example')
  await world.app().settle()
  expect(world.inbox.mails.filter(({ to }) => to?.[0]?.address === 'later@mail.example')).toEqual([])
  world.inbox.isFull = false
  world.wait(60_000)
  await world.app().settle()
  const code = await who.readCode('later@mail.example')
  world.wait(60_000)
  await world.app().settle()
  expect(world.inbox.mails.filter(({ to }) => to?.[0]?.address === 'later@mail.example')).toHaveLength(1)
  expect((await who.verify(body.challengeId, code)).status).toBe(200)
})
