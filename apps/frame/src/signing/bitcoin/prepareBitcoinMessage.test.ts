import { describe, expect, it } from 'vitest'
import { context as evm } from '../../../test/signingContext.js'
import type { BitcoinAccount } from './bitcoinAccounts.js'
import { prepareBitcoinMessage } from './prepareBitcoinMessage.js'

const account: BitcoinAccount = {
  address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  script: '0014751e76e8199196d454941c45d1b3a323f1433bd6',
  intention: 'payment',
  path: "m/84'/0'/0'/0/0",
}
const context = {
  ...evm,
  account: account.address,
  chain: { ...evm.chain, id: 'bip122:000000000019d6689c085ae165831e93', name: 'Bitcoin' },
}
const prepare = (text: string) => prepareBitcoinMessage(text, account, 'bip322', context)

describe('prepareBitcoinMessage', () => {
  it('shows the text, its bytes, the account and the network, and signs those bytes', () => {
    expect(prepare('Ahoy')).toEqual({
      request: { kind: 'bitcoinMessage', message: new TextEncoder().encode('Ahoy'), of: 'payment', as: 'bip322' },
      approval: {
        action: 'Sign',
        title: 'Sign a message',
        headline: { text: 'Ahoy' },
        danger: [],
        warnings: [],
        rows: [],
        details: [{ label: 'Bytes that are signed', value: '41686f79', form: 'code' }],
        network: 'Bitcoin',
        account: account.address,
        needsSecondLook: false,
      },
    })
  })

  it('says that a text is empty, and marks what does not show in it', () => {
    expect(prepare('').approval).toMatchObject({ headline: { text: '(empty)' }, warnings: [] })
    expect(prepare('a\u200b').approval).toMatchObject({
      headline: { text: 'a⟨U+200B⟩' },
      warnings: [expect.stringMatching(/invisible/)],
    })
  })

  it('shows a sign-in as one, without a word of a network of its own, and refuses one for another site', () => {
    const text = [
      'app.example.org wants you to sign in with your Bitcoin account:',
      account.address,
      ...['', '', 'URI: https://app.example.org/login', 'Version: 1', 'Chain ID: 000000000019d6689c085ae165831e93'],
      ...['Nonce: abcdefgh12345678', 'Issued At: 2026-11-21T10:00:00Z'],
    ].join('\n')
    expect(prepare(text)).toMatchObject({
      what: 'signIn',
      request: { kind: 'bitcoinMessage' },
      approval: { title: 'Sign in to app.example.org', warnings: [], danger: [] },
    })
    const { refusal, approval } = prepare(text.replace('app', 'evil'))
    expect([refusal?.code, approval.isRefused]).toEqual(['INVALID_PARAMS', true])
  })
})
