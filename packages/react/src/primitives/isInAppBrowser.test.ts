import { expect, it } from 'vitest'
import { isInAppBrowser } from './isInAppBrowser.js'

const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 9'
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36'

it.each([
  ['Instagram', `${iPhone} Mobile/15E148 Instagram 350.0`, true],
  ['Facebook', `${iPhone} Mobile/15E148 [FBAN/FBIOS;FBAV/480.0]`, true],
  ['an app on an iPhone', `${iPhone} Mobile/15E148`, true],
  ['an app on Android', `${android}; wv) ${chrome}`, true],
  ['Safari', `${iPhone} Version/18.0 Mobile/15E148 Safari/604.1`, false],
  ['Chrome on an iPhone', `${iPhone} CriOS/131.0 Mobile/15E148 Safari/604.1`, false],
  ['Chrome on Android', `${android}) ${chrome}`, false],
  [
    'a desktop',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
    false,
  ],
])('%s', (_, userAgent, isInApp) => {
  expect(isInAppBrowser(userAgent)).toBe(isInApp)
})
