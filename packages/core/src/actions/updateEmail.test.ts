import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { one } from '../../test/chains.js'
import type { CreateConfigParameters } from '../createConfig.js'
import { createConfig } from '../createConfig.js'
import { createFakeConnector } from '../testing/createFakeConnector.js'
import { createFakeEmbedded } from '../testing/createFakeEmbedded.js'
import { connect } from './connect.js'
import { disconnect } from './disconnect.js'
import { updateEmail } from './updateEmail.js'

async function signedIn(more: Partial<CreateConfigParameters> = {}) {
  const fake = createFakeEmbedded()
  const injected = createFakeConnector()
  const config = createConfig({ chains: [one], storage: null, connectors: [fake.create, injected.create], ...more })
  fake.set({ email: 'ada@example.com' })
  await connect(config, { connector: 'ID_AUTH' })
  return { fake, config }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('updateEmail', () => {
  it('[S4-22] looks at the address every second and resolves with the new one', async () => {
    const { config, fake } = await signedIn()
    let found: unknown
    const asked = updateEmail(config).then((value) => {
      found = value
    })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(found).toBeUndefined()
    fake.set({ email: 'new@example.com' })
    await vi.advanceTimersByTimeAsync(1_000)
    await asked
    expect(found).toEqual({ email: 'new@example.com' })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('[S4-22] rejects when it is given up, and when the person signs out', async () => {
    const { config } = await signedIn()
    const stop = new AbortController()
    const given = expect(updateEmail(config, { signal: stop.signal })).rejects.toMatchObject({ code: 'ABORTED' })
    stop.abort()
    await given
    await expect(updateEmail(config, { signal: stop.signal })).rejects.toMatchObject({ code: 'ABORTED' })
    const left = expect(updateEmail(config)).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
    await disconnect(config)
    await vi.advanceTimersByTimeAsync(1_000)
    await left
    expect(vi.getTimerCount()).toBe(0)
  })

  it('[S8-11] needs an embedded wallet, and e-mail switched on', async () => {
    const config = createConfig({ chains: [one], storage: null, connectors: [createFakeConnector().create] })
    await expect(updateEmail(config)).rejects.toThrow('No auth connector found')
    const off = await signedIn({ features: { email: false } })
    await expect(updateEmail(off.config)).rejects.toThrow('No auth connector found')
  })

  it('[S8-12] needs the embedded wallet to be the one that is connected', async () => {
    const { config } = await signedIn()
    await disconnect(config)
    await expect(updateEmail(config)).rejects.toThrow('Not connected to email or social')
    await connect(config, { connector: 'dev.latchkey.fake' })
    await expect(updateEmail(config)).rejects.toThrow('Not connected to email or social')
  })
})
