/**
 * Goes through a provider's pages as a browser does, and chooses an account.
 *
 * @param uri - Where the wallet sends the person.
 * @param account - The account's id; an empty one refuses.
 * @returns What the provider sends to the wallet's callback: its path, how, and with what.
 */
export async function walkSocial(
  uri: string,
  account: string,
): Promise<{ path: string; method: 'GET' | 'POST'; answer: URLSearchParams }> {
  const { origin } = new URL(uri)
  const jar = new Map<string, string>()
  async function go(url: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...jar].map(([key, value]) => `${key}=${value}`).join('; ')
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') jar.delete(key)
      else jar.set(key, value)
    }
    return response
  }
  const page = (await go(uri)).headers.get('location')
  if (page === null) throw new Error(`${uri} showed no accounts`)
  let response = await go(page, { method: 'POST', body: new URLSearchParams({ account }) })
  for (let next = response.headers.get('location'); next?.startsWith(origin); next = response.headers.get('location'))
    response = await go(next)
  const location = response.headers.get('location')
  if (location !== null) {
    const { pathname, searchParams } = new URL(location)
    return { path: pathname, method: 'GET', answer: searchParams }
  }
  const form = await response.text()
  const answer = new URLSearchParams()
  for (const [, name = '', value = ''] of form.matchAll(/name="([^"]+)" value="([^"]*)"/g)) answer.set(name, value)
  return { path: new URL(/action="([^"]+)"/.exec(form)?.[1] ?? '').pathname, method: 'POST', answer }
}
