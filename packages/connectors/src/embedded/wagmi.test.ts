import { createConfig, getConnection } from '@latchkey/core'
import { wagmi as fromWagmi } from '@latchkey/core/wagmi'
import type { Eip1193Provider } from '@latchkey/protocol/rpc'
import * as wagmi from '@wagmi/core'
import { mainnet } from '@wagmi/core/chains'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { leaveAll, signIn, visit } from '../../test/embeddedPage.js'
import { address, createFakeFrame, turns } from '../../test/fakeFrame.js'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  // wagmi looks for a wallet only where there is a window.
  vi.stubGlobal('window', new EventTarget())
})
afterEach(() => {
  leaveAll()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const typed = {
  domain: { name: 'App', chainId: 1 },
  types: { Mail: [{ name: 'text', type: 'string' }] },
  primaryType: 'Mail',
  message: { text: 'hello' },
} as const

it('wagmi’s own client signs through the embedded wallet’s provider, in its frame', async () => {
  const frame = createFakeFrame({ rpcRequest: () => '0x5167' })
  const page = visit(frame)
  await signIn(page)
  const provider = (await page.connector.getProvider('eip155')) as Required<Eip1193Provider>
  const target = { id: 'email', name: 'Email', provider: provider as never }
  const config = wagmi.createConfig({
    chains: [mainnet],
    transports: { [mainnet.id]: wagmi.http() },
    // Permissions are asked of wallets that list accounts to choose from; this one has one.
    connectors: [wagmi.injected({ target, shimDisconnect: false })],
    multiInjectedProviderDiscovery: false,
    storage: null,
  })
  const [connector] = config.connectors
  if (!connector) throw new Error('wagmi lists no connector')
  const shown = createConfig({ chains: config.chains, storage: null, connectors: [fromWagmi(config)] })
  const connected = wagmi.connect(config, { connector })
  await turns()
  expect(await connected).toMatchObject({ accounts: [address], chainId: 1 })
  expect(getConnection(shown)).toMatchObject({ status: 'connected', caipAddress: `eip155:1:${address}` })
  const signed = wagmi.signMessage(config, { message: 'hello' })
  await turns(24)
  expect(await signed).toBe('0x5167')
  expect(frame.payloadOf('rpcRequest')).toMatchObject({
    method: 'personal_sign',
    params: ['0x68656c6c6f', address],
    chainId: 1,
    chainNamespace: 'eip155',
  })
  const typedSigned = wagmi.signTypedData(config, typed)
  await turns(24)
  expect(await typedSigned).toBe('0x5167')
  expect(frame.payloadOf('rpcRequest')).toMatchObject({ method: 'eth_signTypedData_v4' })
  shown.destroy()
})
