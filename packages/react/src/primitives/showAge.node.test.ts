import { expect, it } from 'vitest'
import { showAge } from './showAge.js'

it.each([
  [0, 'en', '1 sec. ago'],
  [59_999, 'en', '59 sec. ago'],
  [60_000, 'en', '1 min. ago'],
  [185_000, 'en', '3 min. ago'],
  [185_000, 'de', 'vor 3 Min.'],
  [7_200_000, 'en', '2 hr. ago'],
  [3 * 86_400_000, 'en', '3 days ago'],
])('%i ms in %s is %s', (age, locale, text) => {
  expect(showAge(age, locale)).toBe(text)
})
