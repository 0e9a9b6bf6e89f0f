const restricted = /^asia\/(shanghai|urumqi|chongqing|harbin|kashgar|beijing|hong_kong|macau|macao)$/i

/**
 * Returns whether a time zone is one of mainland China, Hong Kong or Macau, where some services are reached by another address. It
 * hides nothing: an app may use it to choose the `api.url` of its operator.
 *
 * @param timeZone - A name of the time zone database. Default: the browser's.
 *
 * @example
 * import { isRestrictedRegion } from '@latchkey/core'
 * const url = isRestrictedRegion() ? 'https://api.example.org' : 'https://api.example.com'
 */
export function isRestrictedRegion(timeZone: string = Intl.DateTimeFormat().resolvedOptions().timeZone): boolean {
  return restricted.test(timeZone)
}
