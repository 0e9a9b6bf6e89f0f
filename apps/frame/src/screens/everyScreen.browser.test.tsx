import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectFits, resetFit } from '../../test/fits.js'
import { approval, securityFacts, showScreens, time } from '../../test/showScreens.js'
import { context, other, usdc } from '../../test/signingContext.js'
import { prepareTypedData } from '../signing/evm/prepareTypedData.js'
import type { Approval, Screen } from '../types.js'
import { RestoreScreen } from './RestoreScreen.js'

afterEach(resetFit)

const origin = 'https://app.example.org'
const coin = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><circle cx="1" cy="1" r="1" fill="#2775ca"/></svg>')}`
const form = 'sum' as const

/** What a swap asks for before it is sent. */
function permitOf(): Approval {
  const field = (name: string, type: string) => ({ name, type })
  const data = {
    types: {
      EIP712Domain: [field('name', 'string'), field('chainId', 'uint256'), field('verifyingContract', 'address')],
      Permit: ['owner', 'spender']
        .map((name) => field(name, 'address'))
        .concat(['value', 'nonce', 'deadline'].map((name) => field(name, 'uint256'))),
    },
    primaryType: 'Permit',
    domain: { name: 'USD Coin', chainId: 31337, verifyingContract: usdc },
    message: { owner: context.account, spender: other, value: '1250000000', nonce: 0, deadline: time / 1000 + 1_200 },
  }
  const { approval: told } = prepareTypedData(context.account, data, context)
  return { ...told, headline: { text: '', ...told.headline, fiat: '$1,250.00', icon: coin } }
}
const danger: Approval = {
  ...approval,
  danger: ['This lets somebody spend all your USDC.'],
  warnings: ['The network fee is higher than usual.'],
  headline: { text: '0.5 ETH', fiat: '$1,250.00', icon: coin },
  rows: [
    { label: 'You send (simulated)', value: '123,456,789.123456 VERYLONGTOKEN', form, change: 'out' },
    { label: 'You receive (simulated)', value: '1,250 USDC', form, change: 'in' },
    ...approval.rows,
    { label: 'Network fee, at most', value: '0.00042 ETH', form, fiat: '$1.05' },
  ],
  needsSecondLook: true,
}
const text: Approval = {
  ...approval,
  action: 'Sign the message',
  title: 'Sign a message',
  headline: { text: `Welcome to app.example.org!\n\nNonce: ${'4f'.repeat(40)}` },
  rows: [],
}
const approve = (given: Approval): Screen => ({ kind: 'approve', what: 'evmTransaction', approval: given, origin })
const code = {
  kind: 'code',
  email: 'anna.petersen-with-a-long-name@mail.example.org',
  submit: async () => {},
  resend: async () => 0,
  nextAt: 0,
} as const
const sending = (state: { sent: number; isOver: boolean }): Screen => ({
  kind: 'sending',
  count: 5,
  read: () => ({ isStopped: state.isOver, ...state }),
  watch: () => () => {},
  stop() {},
})
const window = (about: 'restore' | 'email' | 'passkey' | 'backup'): Screen => ({
  kind: 'window',
  about,
  open: () => true,
  passkey: async () => {},
})

/** Every screen of the frame, each with the longest of what it may have to say. */
const screens: Readonly<Record<string, Screen>> = {
  'an approval': approve(approval),
  'the approval of a permit': approve(permitOf()),
  'the approval of something dangerous': approve(danger),
  'the approval of a text': approve(text),
  'an approval that is refused': approve({ ...danger, isRefused: true }),
  'an approval by one button': { ...approve(approval), what: 'signIn' } as Screen,
  'the code of a sign-in': { ...code, purpose: 'login' },
  'the code of a change': { ...code, purpose: 'secondary' },
  'a window to restore': window('restore'),
  'a window to change the address': window('email'),
  'a window for a passkey': window('passkey'),
  'a window to write down a code': window('backup'),
  'a wallet frozen for hours': { kind: 'frozen', forMs: 7_200_000 },
  'a wallet frozen until its owner ends it': { kind: 'frozen', forMs: null },
  'a bundle on its way': sending({ sent: 2, isOver: false }),
  'a bundle that was stopped': sending({ sent: 2, isOver: true }),
  'who can restore the wallet': { kind: 'security', read: async () => securityFacts, openWindow: () => true },
  'a passkey or a code': { kind: 'restore', ways: ['passkey', 'code'], isFrozen: true, restore: async () => {} },
  'a code to confirm': { kind: 'restore', ways: ['code'], isConfirming: true, restore: async () => {} },
}

describe('every screen of the frame', () => {
  it.each(Object.entries(screens))(
    'behavior: %s, by keyboard, by touch, and 320 px wide in text of twice the size',
    async (_, screen) => {
      const { ask } = await showScreens({ restoreScreen: RestoreScreen })
      ask(screen)
      await expect.element(page.getByRole('main')).toBeVisible()
      if (screen.kind === 'security') await expect.element(page.getByText('Safari on iPhone')).toBeVisible()
      await expectFits()
    },
  )

  it('behavior: an approval in a window, from a site whose name mixes alphabets', async () => {
    const { ask, screens } = await showScreens({ isTrusted: false })
    screens.setDapp({ name: 'A shop with a name of forty letters or so' })
    ask({ ...approve(danger), origin: 'https://xn--pple-43d.com' } as Screen)
    await expect.element(page.getByRole('main')).toBeVisible()
    await expectFits()
  })

  it.each(['signIn', 'otherTab', undefined] as const)('behavior: what is waited for: %s', async (about) => {
    const { screens } = await showScreens()
    screens.busy(() => {}, about)
    await expect.element(page.getByRole('main')).toBeVisible()
    await expectFits()
  })
})
