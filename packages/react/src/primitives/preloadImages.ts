import { imagePreload } from '@latchkey/protocol/internal/limits'

/**
 * Fetches and decodes images ahead of their drawing.
 *
 * @returns Once all are here or have failed; after 2 s in any case, and what is still on its way is then let go.
 */
export async function preloadImages(urls: readonly string[], load: LoadImage = loadImage): Promise<void> {
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, imagePreload)
  })
  const loaded = Promise.allSettled([...new Set(urls)].map((url) => load(url, controller.signal)))
  await Promise.race([loaded, timeout])
  clearTimeout(timer)
  controller.abort()
}

/** Loads one image; gives up when the signal aborts. */
type LoadImage = (url: string, signal: AbortSignal) => Promise<unknown>

/** What is here already: the pointer comes back to a button more often than its pictures change. */
const decoded = new Set<string>()

async function loadImage(url: string, signal: AbortSignal): Promise<void> {
  if (decoded.has(url)) return
  const image = new Image()
  image.referrerPolicy = 'no-referrer'
  signal.addEventListener('abort', () => {
    if (!image.complete) image.src = ''
  })
  image.src = url
  await image.decode()
  decoded.add(url)
}
