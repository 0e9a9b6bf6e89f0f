import { createConfig, isEmbedded } from '@latchkey/core'
import { mainnet } from '@latchkey/core/chains'
import { expect, it, onTestFinished } from 'vitest'
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
