import { acceptChannel, type ChannelHandlers } from '@latchkey/protocol/internal/channel'
import { appEvents } from '@latchkey/protocol/internal/frame'

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
let isSignedIn = false
const calls: string[] = []

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

const answers: { readonly [name: string]: (payload: { chainId?: unknown; method?: string }) => unknown } = {
  isConnected: () => ({ isConnected: isSignedIn }),
  connectEmail: () => ({ action: 'VERIFY_OTP' }),
  getSmartAccountEnabledNetworks: () => ({ smartAccountEnabledNetworks: [] }),
  getUser: ({ chainId }) => ({ address, chainId, email: 'ada@example.com' }),
  async enterCode() {
    await press('Code')
    isSignedIn = true
    return {}
  },
  async rpcRequest({ method }) {
    if (method !== 'personal_sign') return '0x7'
    await press('Sign')
    return '0xsigned'
  },
}
const handlers = Object.fromEntries(
  Object.keys(appEvents).map((name) => [
    name,
    (payload: never) => {
      calls.push(name)
      return answers[name]?.(payload)
    },
  ]),
) as unknown as ChannelHandlers<typeof appEvents>

acceptChannel({ window, table: appEvents, handlers, isAllowed: () => true })
Object.assign(globalThis, { calls: () => calls, url: () => location.href })
