import type { FrameSettings } from '../types.js'

/**
 * Returns the address of an endpoint of the operator's data API.
 *
 * @param settings - Where the data API is.
 * @param path - The endpoint, without a leading slash.
 * @param query - What is asked.
 * @returns The address.
 */
export function apiUrlOf(
  { apiUrl }: Pick<FrameSettings, 'apiUrl'>,
  path: string,
  query: { readonly [name: string]: string },
): string {
  const url = new URL(path, apiUrl.endsWith('/') ? apiUrl : `${apiUrl}/`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}
