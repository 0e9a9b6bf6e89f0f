import { base58 } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { context as evm } from '../../../test/signingContext.js'
import { type RawInstruction, solanaMessageOf } from '../../../test/solanaBytes.js'
import { prepareSolanaMessage } from './prepareSolanaMessage.js'

const account = '4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtajS'
const context = { ...evm, account, chain: { ...evm.chain, id: 'solana:local', name: 'Solana' } }
const bytes = (text: string) => new TextEncoder().encode(text)
const prepare = (text: string) => prepareSolanaMessage(bytes(text), context)

describe('prepareSolanaMessage', () => {
  it('shows the text, its bytes, the account and the network, and signs those bytes', () => {
    expect(prepare('Ahoy')).toEqual({
      request: { kind: 'solanaMessage', message: bytes('Ahoy') },
      approval: {
        action: 'Sign',
        title: 'Sign a message',
        headline: { text: 'Ahoy' },
        danger: [],
        warnings: [],
        rows: [],
        details: [{ label: 'Bytes that are signed, base58', value: base58.encode(bytes('Ahoy')), form: 'code' }],
        network: 'Solana',
        account,
        needsSecondLook: false,
      },
    })
  })

  it('says that a text is empty, and marks what does not show in it', () => {
    expect(prepare('').approval).toMatchObject({ headline: { text: '(empty)' }, warnings: [] })
    expect(prepare('a\u200b').approval).toMatchObject({
      headline: { text: 'a⟨U+200B⟩' },
      warnings: [expect.stringMatching(/invisible/)],
      needsSecondLook: false,
    })
  })

  it('shows the beginning of bytes that are no text, all of them below, and wants a second look', () => {
    const noise = new Uint8Array(100).fill(0xff)
    expect(prepareSolanaMessage(noise, context).approval).toMatchObject({
      title: 'Sign unreadable data',
      headline: { text: base58.encode(noise.subarray(0, 64)) },
      warnings: [expect.stringMatching(/no readable text/)],
      details: [{ value: base58.encode(noise) }],
      needsSecondLook: true,
    })
  })

  it('error: signs no transaction in disguise', () => {
    const payment: RawInstruction = { program: 0, accounts: [0], data: [2] }
    const disguised = solanaMessageOf([new Uint8Array(32).fill(5), new Uint8Array(32)], [payment])
    expect(() => prepareSolanaMessage(disguised, context)).toThrow(
      expect.objectContaining({ code: 'INVALID_PARAMS', message: expect.stringContaining('in disguise') }),
    )
  })

  it('takes an account in other letters for another one, as a node does', () => {
    const text = [
      'app.example.org wants you to sign in with your Solana account:',
      account,
      ...['', 'URI: https://app.example.org/login', 'Version: 1', 'Nonce: abcdefgh12345678'],
      'Issued At: 2026-11-21T10:00:00Z',
    ].join('\n')
    expect(prepare(text)).toMatchObject({ what: 'signIn', approval: { title: 'Sign in to app.example.org' } })
    const { refusal, approval } = prepare(text.replace(account, account.toLowerCase()))
    expect(refusal?.code).toBe('INVALID_PARAMS')
    expect(approval.danger).toEqual([expect.stringMatching(/^It is for another account/)])
  })

  it('refuses what claims to be a sign-in though its bytes are no text', () => {
    const claim = bytes('app.example.org wants you to sign in with your Solana account:')
    const { refusal } = prepareSolanaMessage(new Uint8Array([...claim, 0xff]), context)
    expect(refusal).toMatchObject({ code: 'INVALID_PARAMS' })
  })
})
