import { createConfig, getRemoteFeatures, isEmbedded } from '@latchkey/core'
import { mainnet } from '@latchkey/core/chains'
import { expect, it, onTestFinished, vi } from 'vitest'
import { type EmbeddedParameters, embedded } from './embedded.js'

/** The URL, without its query, that the frame is put into this page with. */
async function frameUrl(parameters?: EmbeddedParameters): Promise<string> {
  const config = createConfig({ chains: [mainnet], storage: null, connectors: [embedded(parameters)] })
  onTestFinished(() => config.destroy())
  const wallet = config.connectors.find(isEmbedded)?.embedded
  wallet?.getSecurity().catch(() => {})
  const { origin, pathname } = new URL(document.querySelector<HTMLIFrameElement>('#w3m-iframe')?.src ?? '')
  config.destroy()
  return origin + pathname
}

it('[S9-82] the frame is that of the local world on a page of this machine, and another where one is given', async () => {
  expect(location.hostname).toBe('localhost')
  expect(await frameUrl()).toBe('http://localhost:4402/sdk')
  expect(await frameUrl({})).toBe('http://localhost:4402/sdk')
  expect(await frameUrl({ url: 'https://wallet.invalid' })).toBe('https://wallet.invalid/sdk')
  expect(await frameUrl({ url: 'https://wallet.invalid/other/frame' })).toBe('https://wallet.invalid/other/frame')
  expect(document.querySelector('#w3m-iframe')).toBeNull()
})

it('[S9-66] social accounts are offered where nothing is set and the data API fails, and not where they are switched off', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (request: string | URL) => {
    const { host, pathname } = new URL(request)
    asked.push(host)
    if (host !== 'wallet.invalid') throw new TypeError('Failed to fetch')
    return Response.json(pathname === '/social/providers' ? { providers: ['github', 'google'] } : {})
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  async function offered(parameters: EmbeddedParameters) {
    const connectors = [embedded({ url: 'https://wallet.invalid', ...parameters })]
    const api = { url: 'https://api.invalid' }
    const config = createConfig({ chains: [mainnet], storage: null, connectors, api })
    onTestFinished(() => config.destroy())
    await getRemoteFeatures(config)
    const socials = await config.connectors.find(isEmbedded)?.embedded.getSocials()
    return { socials, block: config.features.connectMethodsOrder.includes('social') }
  }
  expect(await offered({})).toEqual({ socials: ['google', 'github'], block: true })
  expect(asked).toContain('api.invalid')
  asked.length = 0
  expect((await offered({ socials: false })).socials).toEqual([])
  expect(asked).not.toContain('wallet.invalid')
})
