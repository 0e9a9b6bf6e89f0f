import { readFile } from 'node:fs/promises'
import { build } from 'esbuild'

/** What the page of a stock app offers. */
export type StockApp = {
  /** Asks for a session as the app of `url`; gives the pairing URI, how many attestations came until then, and how long that took. */
  connect(options: { relayUrl: string; url: string }): Promise<{ uri: string; attestations: number; took: number }>
  /** Waits for the session and asks for a signature. */
  ask(): Promise<unknown>
}

/**
 * Bundles an app of an unmodified client for a browser, as an integrator does who points it at a server of their own: the address
 * of the verify service is replaced in the build.
 *
 * @param folder - The client's package.
 * @param verifyUrl - Where its verify service is; absent: where its authors say.
 * @returns The script, which puts a `StockApp` on `window.app`.
 */
export async function bundleStockApp(folder: string, verifyUrl?: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      resolveDir: folder,
      contents: `
        import { SignClient } from '.'
        let approval, client
        let attestations = 0
        addEventListener('message', ({ data }) => String(data).includes('verify_attestation') && attestations++)
        window.app = {
          async connect({ relayUrl, url }) {
            const metadata = { name: 'Stock app', description: '', url, icons: [] }
            client = await SignClient.init({ projectId: 'local', relayUrl, metadata, telemetryEnabled: false, logger: 'silent' })
            // Newer clients put the page's own address in its place.
            client.metadata.url = url
            const began = performance.now()
            const offer = await client.connect({ optionalNamespaces: { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] } } })
            approval = offer.approval()
            return { uri: offer.uri, attestations, took: performance.now() - began }
          },
          async ask() {
            const { topic } = await approval
            return client.request({ topic, chainId: 'eip155:1', request: { method: 'personal_sign', params: ['0x11', '0x' + '11'.repeat(20)] } })
          },
        }`,
    },
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    define: { global: 'globalThis' },
    logLevel: 'silent',
    plugins: [
      {
        name: 'verify-url',
        setup({ onLoad }) {
          onLoad({ filter: /@walletconnect\/core\/dist\/.*\.js$/ }, async ({ path }) => {
            const text = await readFile(path, 'utf8')
            return { contents: verifyUrl ? text.replaceAll('https://verify.walletconnect.org', verifyUrl) : text }
          })
        },
      },
    ],
  })
  return outputFiles[0]?.text ?? ''
}
