import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { sanitiseSvg } from '../../../../tools/sanitiseSvg.mjs'
import { sources } from '../../../../tools/walletSources.mjs'
import { bundledWallets } from './bundledWallets.js'
import { walletImages } from './walletImages.generated.js'

describe('the logos of wallets', () => {
  it('are those of the list, and the bytes that are pinned', () => {
    expect(Object.keys(walletImages)).toEqual(Object.keys(sources))
    for (const { sha256, svg } of Object.values(walletImages)) {
      expect(createHash('sha256').update(svg).digest('hex')).toBe(sha256)
    }
  })

  it('hold nothing that the sanitiser would take away', () => {
    for (const [name, { svg }] of Object.entries(walletImages)) expect(sanitiseSvg(svg), name).toBe(svg)
  })

  it('are each of one wallet that the server lists', () => {
    const listed = new Set(bundledWallets.map(({ name }) => name))
    expect(Object.keys(walletImages).filter((name) => !listed.has(name))).toEqual([])
    expect(new Set(Object.values(walletImages).map(({ sha256 }) => sha256)).size).toBe(Object.keys(sources).length)
  })
})
