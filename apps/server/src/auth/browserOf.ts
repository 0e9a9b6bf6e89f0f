/** Names browser and system in words that a person knows, from a user agent; never the text itself, which its sender chose. */
export function browserOf(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, 500)
  const browser = firstOf(text, [
    [/Edg(e|A|iOS)?\//, 'Edge'],
    [/OPR\//, 'Opera'],
    [/SamsungBrowser\//, 'Samsung Internet'],
    [/Firefox\/|FxiOS\//, 'Firefox'],
    [/Chrome\/|CriOS\/|HeadlessChrome/, 'Chrome'],
    [/Safari\//, 'Safari'],
  ])
  const system = firstOf(text, [
    [/iPhone|iPad/, 'iOS'],
    [/Android/, 'Android'],
    [/Windows/, 'Windows'],
    [/Mac OS X/, 'macOS'],
    [/CrOS/, 'ChromeOS'],
    [/Linux/, 'Linux'],
  ])
  if (browser === undefined && system === undefined) return 'An unknown browser'
  return [browser ?? 'A browser', system].filter(Boolean).join(' on ')
}

function firstOf(text: string, names: readonly (readonly [RegExp, string])[]): string | undefined {
  return names.find(([pattern]) => pattern.test(text))?.[1]
}
