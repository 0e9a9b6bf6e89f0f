import { describe, expect, it } from 'vitest'
import { isSpam } from './isSpam.js'

const plain = { isListed: false, isAsked: false, crowd: 1, texts: ['Test Keys', 'A key.'] }
const lure = { ...plain, texts: ['Test Keys', 'Visit gift-drop.xyz'] }

describe('isSpam', () => {
  it.each([
    ['what says nothing strange', plain, false],
    ['what leads somewhere', lure, true],
    ['what was thrown about', { ...plain, crowd: 20 }, true],
    ['what a few got at once', { ...plain, crowd: 19 }, false],
    ['what the account asked for', { ...lure, crowd: 500, isAsked: true }, false],
    ['what the operator lists', { ...lure, crowd: 500, isListed: true }, false],
  ])('%s', (_, found, spam) => {
    expect(isSpam(found)).toBe(spam)
  })
})
