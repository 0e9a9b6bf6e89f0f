import { expect, it } from 'vitest'
import { verifiedAddress } from './verifiedAddress.js'

const of = (email: string | null, isVerified = true) => verifiedAddress({ email, isVerified })

it('gives an address that its provider has checked, in small letters', () => {
  expect(of('Alice+Shop@Mail.example')).toBe('alice+shop@mail.example')
  expect(of(`${'a'.repeat(64)}@${'b'.repeat(255)}`)).toBe(`${'a'.repeat(64)}@${'b'.repeat(255)}`)
})

it('gives none that its provider has not checked, or that is not there', () => {
  expect([of('alice@mail.example', false), of(null), of('')]).toEqual(['', '', ''])
})

it.each([
  ...['alice', '@mail.example', 'alice@', 'alice@mail@example'],
  ...[' ', '\n', ',', ';', '<', '>', '"'].flatMap((sign) => [`al${sign}ice@mail.example`, `alice@mail${sign}.example`]),
  ...[`${'a'.repeat(65)}@mail.example`, `alice@${'b'.repeat(256)}`],
  ...[' alice@mail.example', 'alice@mail.example ', 'eve@evil.test, alice@mail.example'],
])('gives none that mail cannot go to, or that names more than one: %j', (email) => {
  expect(of(email)).toBe('')
})
