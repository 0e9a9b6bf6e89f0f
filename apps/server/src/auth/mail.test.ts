import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWalletClient } from '../../test/createWalletClient.js'
import { startWalletWorld, type WalletWorld } from '../../test/startWalletWorld.js'
import { codeMail } from '../platform/mail/writeMails.js'

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
      'app.localhost',
      'Chrome on Linux',
      'Bern, Switzerland',
      'Never type it on another site',
      '10 minutes',
    ])
      expect(text).toContain(part)
  // The one link freezes the wallet.
  const links = [...`${mail.text}${mail.html}`.matchAll(/https?:[^\s"<]*/g)].map(([link]) => link)
  expect(links).toEqual(new Array(2).fill(expect.stringMatching(/^http:\/\/localhost:4402\/freeze\?token=[\w-]{43}$/)))
  expect(mail.html).not.toMatch(/<img/)
  // Of two copies that a server which died left behind, mailboxes show one.
  expect(mail.messageId).toMatch(/^<[\w-]{22}@latchkey\.example>$/)
  expect(mail.from).toMatchObject({ name: 'Test Wallet', address: 'wallet@latchkey.example' })
})

it('lets no name of a site or browser write markup or headers', () => {
  const facts = {
    to: 'a@b.example',
    wallet: '<b>W</b>',
    parentOrigin: 'https://x.example',
    browser: '"><img src=x>\r\nBcc: c@d.example',
    place: '',
    freezeUrl: 'https://w.example/freeze?token="><img>',
  }
  const { html, subject, text } = codeMail(facts, 'login', '000000')
  expect(html).not.toMatch(/<img|<b>/)
  expect(subject + text).not.toMatch(/\r|\nBcc/)
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
