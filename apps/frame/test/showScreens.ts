import { onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { createScreens, type ScreensOptions } from '../src/screens/createScreens.js'
import { createWrongNumbers } from '../src/screens/createWrongNumbers.js'
import { createMemoryStorage } from '../src/storage/createMemoryStorage.js'
import type { Approval, Screens, SecurityFacts, WalletUser } from '../src/types.js'

/** A signed-in user. */
export const user: WalletUser = {
  userId: 'user',
  walletId: 'wallet',
  email: 'anna.petersen@example.org',
  addresses: {
    eip155: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    solana: '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q',
    bip122: { payment: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', ordinal: 'bc1p' },
  },
}

/** A time on 21 November 2026, in milliseconds. */
export const time = Date.UTC(2026, 10, 21, 12)

/** The security facts of that wallet: a passkey, the operator's half, and two browsers. */
export const securityFacts: SecurityFacts = {
  email: user.email,
  addresses: user.addresses,
  isKept: true,
  frozenUntil: 0,
  factors: [
    { factorId: 'a', kind: 'passkey', name: 'Passkey', createdAt: time, deleteAt: null },
    { factorId: 'b', kind: 'auto', createdAt: time, deleteAt: null },
  ],
  devices: [
    { id: '1', name: 'Chrome on Linux', lastSeenAt: time, isThis: true },
    { id: '2', name: 'Safari on iPhone', lastSeenAt: time, isThis: false },
  ],
}

/** An approval of a transfer. */
export const approval: Approval = {
  action: 'Send 0.5 ETH',
  title: 'Send 0.5 ETH',
  danger: [],
  warnings: [],
  headline: { text: '0.5 ETH' },
  rows: [
    { label: 'To', value: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC', form: 'address' },
    { label: 'Network fee, at most', value: '0.00042 ETH', form: 'sum' },
  ],
  details: [
    { label: 'Nonce', value: '7' },
    { label: 'Data', value: `0x${'ab'.repeat(120)}`, form: 'code' },
  ],
  network: 'Latchkey Local (31337)',
  account: user.addresses.eip155,
  needsSecondLook: false,
}

/** Renders the screens on the test page, in the size that the modal gives the frame. */
export async function showScreens(
  options: Partial<ScreensOptions> & { size?: readonly [number, number] } = {},
): Promise<{ screens: Screens; root: HTMLElement; ask: (screen: Parameters<Screens['ask']>[0]) => Asked }> {
  const { size = [360, 600], ...rest } = options
  await page.viewport(...size)
  const root = document.body.appendChild(document.createElement('div'))
  const controller = new AbortController()
  onTestFinished(() => {
    controller.abort()
    root.remove()
    delete document.documentElement.dataset.lkTheme
    document.documentElement.removeAttribute('style')
  })
  const screens = createScreens({
    root,
    walletName: 'Harbour Wallet',
    origin: 'https://app.example.org',
    isTrusted: true,
    wrongNumbers: createWrongNumbers(createMemoryStorage(), 'https://app.example.org'),
    drawNumber: () => 4,
    user: () => user,
    ...rest,
  })
  const ask = (screen: Parameters<Screens['ask']>[0]): Asked => {
    const asked: Asked = { outcome: 'pending', done: Promise.resolve() }
    asked.done = screens.ask(screen, { signal: controller.signal }).then(
      () => {
        asked.outcome = 'done'
      },
      (error: { code: string }) => {
        asked.outcome = error.code
      },
    )
    return asked
  }
  return { screens, root, ask }
}
type Asked = { outcome: string; done: Promise<void> }
