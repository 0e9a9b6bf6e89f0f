import { onTestFinished } from 'vitest'

/** Where the directory of the tests is; nothing is there but what is put in the place of `fetch`. */
export const directoryUrl = 'https://directory.example'

/** One wallet as the wire has it. */
export type Entry = { readonly id: string; readonly name: string; readonly [field: string]: unknown }

/** An id of the directory's form. */
export function idOf(index: number): string {
  return index.toString(16).padStart(64, '0')
}

/** So many wallets, told apart by their number. */
export function entries(count: number): readonly Entry[] {
  return Array.from({ length: count }, (_, index) => ({
    id: idOf(index),
    name: `Wallet ${index}`,
    image_id: `image-${index}`,
    mobile_link: `wallet${index}://`,
  }))
}

/** Answers as the directory of a server does, page by page, or fails as the test wants. */
export function serveDirectory(wallets: readonly Entry[] = entries(100)) {
  const asked: URLSearchParams[] = []
  const faults = { status: 200 }
  const before = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const url = new URL(String(input instanceof Request ? input.url : input), location.href)
    if (url.origin === location.origin) return before(input, init)
    if (url.origin !== directoryUrl || url.pathname !== '/getWallets') return new Response('{}', { status: 404 })
    asked.push(url.searchParams)
    if (faults.status !== 200) return new Response('{}', { status: faults.status })
    const list = (name: string) => url.searchParams.get(name)?.split(',')
    const search = url.searchParams.get('search')?.toLowerCase()
    const found = wallets.filter(
      ({ id, name, badge_type: badge }) =>
        (list('include')?.includes(id) ?? true) &&
        !list('exclude')?.includes(id) &&
        (!search || name.toLowerCase().includes(search)) &&
        (url.searchParams.get('badge_type') ?? badge) === badge,
    )
    const size = Number(url.searchParams.get('entries'))
    const start = (Number(url.searchParams.get('page')) - 1) * size
    return Response.json({ count: found.length, data: found.slice(start, start + size) })
  }
  onTestFinished(() => {
    globalThis.fetch = before
  })
  return { asked, faults }
}
