import { stringToHex } from 'viem'
import { createSiweMessage } from 'viem/siwe'
import { describe, expect, it } from 'vitest'
import { context } from '../../../test/signingContext.js'
import { readSignIn } from '../siwe.js'
import { preparePersonalSign } from './personalSign.js'

const { account } = context
const message = createSiweMessage({
  address: account as `0x${string}`,
  chainId: 31337,
  domain: 'app.example.org',
  nonce: 'abcdefgh12345678',
  uri: 'https://app.example.org/login',
  version: '1',
  statement: 'Welcome to Harbour',
  issuedAt: new Date('2026-11-21T10:00:00Z'),
  expirationTime: new Date('2030-01-01T00:00:00Z'),
  requestId: 'request-1',
  resources: ['https://app.example.org/terms'],
})
const prepare = (text: string) => preparePersonalSign([stringToHex(text), account], context)

describe('preparePersonalSign', () => {
  it('shows a sign-in for the page that asks as one', () => {
    const { approval, refusal } = prepare(message)
    expect(refusal).toBeUndefined()
    expect(approval).toMatchObject({
      title: 'Sign in to app.example.org',
      headline: { text: 'Welcome to Harbour' },
      danger: [],
    })
    expect(approval.rows).toContainEqual({ label: 'Allows', value: 'https://app.example.org/terms', tone: 'warning' })
  })

  it('names a sign-in with nothing else in it, which may be approved in the frame of any site', () => {
    const bare = message
      .replace('Welcome to Harbour\n', '')
      .replace('Request ID: request-1\n', '')
      .replace(/\nResources:[\s\S]*$/, '')
    const numbered = `${bare}\nRequest ID: 6f1ed002ab5595859014ebf0951522d9`
    for (const text of [bare, numbered])
      expect(prepare(text)).toMatchObject({ what: 'signIn', approval: { title: 'Sign in to app.example.org' } })
    for (const text of [
      message,
      bare.replace(`${account}\n`, `${account}\n\nI owe you 5 ETH.`),
      `${bare}\nRequest ID: i-owe-you-5-eth`,
      `${bare}\nResources:\n- urn:recap:abc`,
      bare.replace('/login', '/?i-owe-you=5-eth'),
      bare.replace('/login', '/#i-owe-you-5-eth'),
      bare.replace(/^app/, 'evil'),
      'Hello',
    ])
      expect([text, prepare(text).what]).toEqual([text, undefined])
  })

  it.each([
    ['another domain', message.replace(/^app/, 'evil')],
    ['a subdomain', message.replace(/^app/, 'login.app')],
    ['another port', message.replace(/^app\.example\.org/, 'app.example.org:8443')],
    ['another scheme', `http://${message}`],
    ['a user before the domain', message.replace(/^/, 'app.example.org@')],
    ['another case', message.replace(/^app/, 'APP')],
    ['another address of the site', message.replace('URI: https://app', 'URI: https://evil')],
    ['another address of the site, by its scheme', message.replace('URI: https:', 'URI: http:')],
    ['another account', message.replace(account, '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC')],
    ['words before it', `Hello!\n${message}`],
    ['a second sign-in behind it', `${message}\n\n${message.replace(/^app/, 'evil')}`],
    ['trailing junk', `${message}\nURI: https://evil.example`],
    ['other line ends', message.replaceAll('\n', '\r\n')],
    ['a zero in it', message.replace('Welcome', 'Wel\0come')],
    ['a letter that does not show', message.replace('wants you', 'wants\u200b you')],
    ['a turn of the direction', message.replace('Welcome', '\u202eWelcome')],
    ['letters of full width', message.replace('wants', 'ｗants')],
    ['another alphabet', message.replace('app.example', 'аpp.example')],
    ['no nonce', message.replace(/Nonce: .*\n/, '')],
    ['a short nonce', message.replace(/Nonce: .*\n/, 'Nonce: 1234567\n')],
    ['another version', message.replace('Version: 1', 'Version: 2')],
    ['a day that is over', message.replace('2030-01-01', '2020-01-01')],
    ['an invalid time', message.replace('2030-01-01T00:00:00.000Z', 'tomorrow')],
    ['a statement of two lines', message.replace('Welcome', 'Welcome\nto')],
    ['spaces doubled', message.replace('wants you', 'wants  you')],
    ['only the words', 'Somebody wants you to sign in with your Ethereum account'],
  ])('SEC-S-14 refuses a sign-in with %s', (_, text) => {
    const { approval, refusal } = prepare(text)
    expect(refusal).toMatchObject({ code: 'INVALID_PARAMS' })
    expect(approval).toMatchObject({ isRefused: true, title: 'This sign-in is refused' })
    expect(approval.danger).toHaveLength(1)
  })

  it('reads a sign-in as strictly as it is written', () => {
    expect(readSignIn(message)).toMatchObject({
      domain: 'app.example.org',
      chainId: '31337',
      nonce: 'abcdefgh12345678',
    })
    expect(readSignIn(message.replace(/\n\nWelcome to Harbour\n\n/, '\n\n\n'))?.statement).toBeUndefined()
    expect(readSignIn(message.replace(account, account.toLowerCase()))?.address).toBe(account)
    expect(readSignIn(message.replace(account, account.replace('C8', 'c8')))).toBeUndefined()
  })

  it('SEC-X-05 shows what is invisible or turns the direction, and warns', () => {
    const { approval } = prepare('Pay \u202e001\u202c to\u200b me \u{e0041}')
    expect(approval.headline?.text).toBe('Pay ⟨U+202E⟩001⟨U+202C⟩ to⟨U+200B⟩ me ⟨U+E0041⟩')
    expect(approval.warnings[0]).toMatch(/invisible/)
  })

  it('leaves emoji, accents and other scripts alone', () => {
    for (const text of ['Grüße, Zoë', '❤️ 👩‍👩‍👧 👍🏽', 'مرحبا', '你好\nこんにちは', 'two\n\n\nblank lines']) {
      expect(prepare(text).approval).toMatchObject({ headline: { text }, warnings: [] })
    }
  })

  it('SEC-X-05 shows an end that was pushed out of sight by sixty line breaks, and signs them all the same', () => {
    const text = `Welcome!${'\n'.repeat(58)}I give away all that I own.${' '.repeat(400)}\tTwice.`
    const { approval, request } = prepare(text)
    expect(approval.headline?.text).toBe(
      'Welcome!\n⟨57 blank lines⟩\nI give away all that I own.⟨400 spaces⟩⟨U+0009⟩Twice.',
    )
    expect(request).toMatchObject({ message: new TextEncoder().encode(text) })
  })

  it('calls bytes bytes', () => {
    const { approval } = preparePersonalSign([`0x${'ff'.repeat(32)}`, account], context)
    expect(approval).toMatchObject({ title: 'Sign unreadable data', needsSecondLook: true })
  })

  it('signs exactly the bytes that were asked', () => {
    expect(preparePersonalSign(['0xabc', account], context).request).toEqual({
      kind: 'evmMessage',
      message: new TextEncoder().encode('0xabc'),
    })
    expect(preparePersonalSign(['0xabcd', account], context).request).toEqual({
      kind: 'evmMessage',
      message: new Uint8Array([0xab, 0xcd]),
    })
  })
})
