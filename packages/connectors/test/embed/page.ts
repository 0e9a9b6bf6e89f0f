import { connect, createConfig, disconnect, getConnection, isEmbedded, reconnect } from '@latchkey/core'
import { mainnet } from '@latchkey/core/chains'
import { embedded } from '../../src/embedded/embedded.js'

const url = new URLSearchParams(location.search).get('wallet') ?? ''
const config = createConfig({ chains: [mainnet], connectors: [embedded({ url })] })
const connector = config.connectors.find(isEmbedded)
if (!connector) throw new Error('There is no embedded connector')
const { embedded: wallet } = connector
void reconnect(config)

type Report = { ok: boolean; value?: unknown; code?: string; message?: string; details?: string | undefined }
const report = (run: () => Promise<unknown>): Promise<Report> =>
  run().then(
    (value) => ({ ok: true, value }),
    ({ code, message, details }: { code: string; message: string; details?: string }) => ({
      ok: false,
      code,
      message,
      details,
    }),
  )

// What a test drives in the page: plain data in, plain data out.
Object.assign(globalThis, {
  account: () => {
    const { status, caipAddress } = getConnection(config)
    return { status, caipAddress, type: wallet.getState().accountType, task: wallet.getState().task }
  },
  connectEmail: (email: string) => report(() => wallet.connectEmail({ email })),
  enterCode: () => report(() => wallet.enterCode({ purpose: 'login' })),
  connect: () => report(() => connect(config, { connector: connector.id })),
  disconnect: () => report(() => disconnect(config)),
  request: (method: string, params?: unknown[]) =>
    report(async () => {
      const provider = (await connector.getProvider('eip155')) as { request(request: object): Promise<unknown> }
      return provider.request({ method, ...(params ? { params } : {}) })
    }),
  dress: (radius: string) => report(() => wallet.syncTheme({ themeVariables: { '--lk-radius': radius } })),
  embed(src: string) {
    const frame = document.createElement('iframe')
    frame.src = src
    document.body.append(frame)
    return new Promise((resolve) => frame.addEventListener('load', () => resolve(undefined), { once: true }))
  },
})
