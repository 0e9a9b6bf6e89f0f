import { describe, expect, it } from 'vitest'
import { readSites } from '../settings.js'
import { checkEmbedding, type EmbeddedWindow } from './checkEmbedding.js'

const isAllowed = readSites({ sites: ['https://app.example', 'https://*.apps.example'] })
const page = {}

function frameIn(ancestorOrigins: string[] | undefined, more: Partial<EmbeddedWindow> = {}): EmbeddedWindow {
  return { origin: 'https://wallet.example', parent: page, top: page, location: { ancestorOrigins }, ...more }
}

describe('where the frame stands', () => {
  it('runs in a listed page, and in one that is itself in a listed page', () => {
    expect(checkEmbedding(frameIn(['https://app.example']), isAllowed)).toBeUndefined()
    const nested = frameIn(['https://app.example', 'https://shop.apps.example'], { top: {} })
    expect(checkEmbedding(nested, isAllowed)).toBeUndefined()
  })

  it('[SEC-F-08] does not run when any page around it is not listed, however deep', () => {
    for (const ancestors of [
      ['https://evil.example'],
      ['https://evil.example', 'https://app.example'],
      ['https://app.example', 'https://evil.example'],
      ['https://app.example', 'https://app.example', 'null'],
    ])
      expect(checkEmbedding(frameIn(ancestors), isAllowed)).toBe('unlisted_origin')
  })

  it('[SEC-F-08] does not run nested where the browser does not name who is around it', () => {
    expect(checkEmbedding(frameIn(undefined), isAllowed)).toBeUndefined()
    expect(checkEmbedding(frameIn(undefined, { top: {} }), isAllowed)).toBe('unsupported_embedding')
  })

  it('[SEC-F-09] does not run in a sandbox that takes its origin away', () => {
    expect(checkEmbedding(frameIn(['https://app.example'], { origin: 'null' }), isAllowed)).toBe(
      'unsupported_embedding',
    )
  })

  it('does not run by itself', () => {
    const alone = { ...frameIn([]), parent: undefined as unknown }
    alone.parent = alone
    expect(checkEmbedding(alone, isAllowed)).toBe('not_embedded')
  })
})
