import { expect, it } from 'vitest'
import { shownDigits } from './swapTexts.js'

it.each([
  ['0', '0'],
  ['100', '100'],
  ['24.924253', '24.924'],
  ['24.0001', '24'],
  ['100.0005', '100'],
  ['0.0019', '0.001'],
  ['0.000512345', '0.0005123'],
  ['0.0000000000001', '0.0000000000001'],
  ['', ''],
])('of %s that is received %s is shown', (numeric, shown) => {
  expect(shownDigits(numeric)).toBe(shown)
})
