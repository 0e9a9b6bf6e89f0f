import { readFileSync } from 'node:fs'
import { verifySignature } from '@latchkey/core'
import { formatSignInMessage, parseSignInMessage, type SignInMessage } from '@latchkey/protocol/siwx'
import { transform } from 'esbuild'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'

const account = privateKeyToAccount(`0x${'1'.repeat(64)}`)
const minute = 60_000
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * minute).toISOString()
const good = {
  accountAddress: account.address,
  chainId: 'eip155:1',
  domain: 'app.example',
  uri: 'https://app.example/login',
  version: '1',
  nonce: 'abcdefgh12345678',
  issuedAt: inMinutes(0),
  expirationTime: inMinutes(10),
} as const satisfies SignInMessage

/** The function of the document, as it stands there. */
async function exampleOf(
  nonces: Set<string>,
): Promise<(signed: { message: string; signature: string }) => Promise<unknown>> {
  const blocks = [...readFileSync('docs/sign-in.md', 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)].map(
    ([, code = '']) => code,
  )
  const [example, ...others] = blocks.filter((code) => code.includes('function checkSignIn'))
  if (!example || others.length > 0) throw new Error('docs/sign-in.md has no one example of a server')
  const body = example.replace(/^import .*\n/gm, '').replace('export async', 'return async')
  const { code } = await transform(`function make() {${body}}`, { loader: 'ts' })
  const takeNonce = async (nonce: string) => nonces.delete(nonce)
  const given = { verifySignature, parseSignInMessage, takeNonce }
  return new Function(...Object.keys(given), `${code}\nreturn make()`)(...Object.values(given))
}

async function check(message: string, signer = account, nonces = new Set([good.nonce as string])): Promise<unknown> {
  const checkSignIn = await exampleOf(nonces)
  return checkSignIn({ message, signature: await signer.signMessage({ message }) })
}

describe('the server of docs/sign-in.md', () => {
  it('takes a message that is in order, once', async () => {
    const nonces = new Set([good.nonce as string])
    expect(await check(formatSignInMessage(good), account, nonces)).toEqual({
      address: account.address,
      chainId: 'eip155:1',
    })
    await expect(check(formatSignInMessage(good), account, nonces)).rejects.toThrow('nonce')
  })

  const { expirationTime: _, ...endless } = good
  it.each([
    ['another domain', formatSignInMessage({ ...good, domain: 'evil.example' }), 'another page'],
    ['an address of another site', formatSignInMessage({ ...good, uri: 'https://evil.example/' }), 'another page'],
    ['an address of another scheme', formatSignInMessage({ ...good, uri: 'http://app.example/' }), 'another page'],
    ['no expiry', formatSignInMessage(endless), 'without an end'],
    ['an expiry that is over', formatSignInMessage({ ...good, expirationTime: inMinutes(-1) }), 'Over'],
    ['an expiry in a year', formatSignInMessage({ ...good, expirationTime: inMinutes(525_600) }), 'without an end'],
    ['a time of long ago', formatSignInMessage({ ...good, issuedAt: inMinutes(-60) }), 'just now'],
    ['a time to come', formatSignInMessage({ ...good, issuedAt: inMinutes(60) }), 'just now'],
    ['no time', formatSignInMessage(good).replace(/Issued At.*\n/, ''), 'issuedAt'],
    ['a start to come', formatSignInMessage({ ...good, notBefore: inMinutes(5) }), 'Not yet'],
    ['another nonce', formatSignInMessage({ ...good, nonce: 'zyxwvuts87654321' }), 'nonce'],
    ['trailing junk', `${formatSignInMessage(good)}\nURI: https://app.example/`, 'does not belong'],
  ])('refuses %s', async (_, message, why) => {
    await expect(check(message)).rejects.toThrow(why)
  })
})
