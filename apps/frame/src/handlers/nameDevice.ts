const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/**
 * Names a browser as its owner would.
 *
 * @param userAgent - What the browser says of itself.
 * @returns For example 'Chrome on Linux'.
 */
export function nameDevice(userAgent: string): string {
  const nameIn = (table: typeof browsers, other: string) => table.find(([form]) => form.test(userAgent))?.[1] ?? other
  return `${nameIn(browsers, 'A browser')} on ${nameIn(systems, 'an unknown system')}`
}
