import { acceptChannel, type ChannelHandlers } from '@latchkey/protocol/internal/channel'
import { appEvents } from '@latchkey/protocol/internal/frame'
import type { WalletPageSettings } from './settings.js'

const settings: WalletPageSettings = JSON.parse(document.getElementById('settings')?.textContent ?? '{}')
const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
let isSignedIn = false

/** Draws one button and waits until it is pressed. */
function press(text: string): Promise<void> {
  const button = document.createElement('button')
  button.textContent = text
  document.body.append(button)
  return new Promise((resolve) => {
    button.addEventListener('click', () => {
      button.remove()
      resolve()
    })
  })
}

const answers: { readonly [name: string]: (payload: { chainId?: unknown }) => unknown } = {
  isConnected: () => ({ isConnected: isSignedIn }),
  connectEmail: () => ({ action: 'VERIFY_OTP' }),
  getSmartAccountEnabledNetworks: () => ({ smartAccountEnabledNetworks: settings.smartAccountNetworks ?? [] }),
  getUser: ({ chainId }) => ({ address, chainId, email: 'ada@mail.example' }),
  async enterCode() {
    await press('Code')
    isSignedIn = true
    return {}
  },
}
const handlers = Object.fromEntries(
  Object.keys(appEvents).map((name) => [
    name,
    (payload: never) => {
      // A test waits until it was asked.
      document.body.dataset.asked = `${document.body.dataset.asked ?? ''} ${name}`
      return settings.silent?.includes(name) ? new Promise(() => {}) : answers[name]?.(payload)
    },
  ]),
) as unknown as ChannelHandlers<typeof appEvents>

acceptChannel({ window, table: appEvents, handlers, isAllowed: () => !settings.refuses })
