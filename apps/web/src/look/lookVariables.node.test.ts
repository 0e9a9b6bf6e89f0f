import { describe, expect, it } from 'vitest'
import { accentPair } from './accentPair.js'
import { defaultLook } from './defaultLook.js'
import { lookVariables } from './lookVariables.js'

/** Contrast as WCAG has it, written again so that the tested code does not judge itself. */
function contrast(one: string, other: string): number {
  const luminance = (hex: string) => {
    const [r, g, b] = [1, 3, 5].map((at) => {
      const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255
      return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
    }) as [number, number, number]
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

const grounds = [
  ['#ffffff', '#f2f5f4', '#e6ecea'],
  ['#121816', '#1b2320', '#27312d'],
] as const

describe('lookVariables', () => {
  it('sets nothing while nothing is changed', () => {
    expect(lookVariables(defaultLook)).toEqual({})
  })

  it('rounds rows less than the card, and buttons fully until the card is squarer than by default', () => {
    expect(lookVariables({ ...defaultLook, radius: 28 })).toEqual({ '--lk-radius': '28px', '--lk-radius-row': '20px' })
    expect(lookVariables({ ...defaultLook, radius: 0 })).toMatchObject({ '--lk-radius-button': '0px' })
  })
})

describe('accentPair', () => {
  it.each(['#000000', '#ffffff', '#ffff00', '#00ff00', '#0000ff', '#808080', '#0b6b57', '#ff00aa', 'nonsense'])(
    'makes %s readable on every ground, light and dark',
    (colour) => {
      const pair = accentPair(colour)
      for (const mode of [0, 1] as const) {
        for (const ground of grounds[mode]) expect(contrast(pair.accent[mode], ground)).toBeGreaterThanOrEqual(4.5)
        expect(contrast(pair.onAccent[mode], pair.accent[mode])).toBeGreaterThanOrEqual(4.5)
        expect(contrast(pair.onAccent[mode], pair.strong[mode])).toBeGreaterThanOrEqual(4.5)
      }
    },
  )

  it('leaves a colour alone that reads already', () => {
    expect(accentPair('#0b6b57').accent[0]).toBe('#0b6b57')
    expect(accentPair('#a8f0dc').accent[1]).toBe('#a8f0dc')
  })
})
