const kind = 'latchkey-social'
/** How long a page may be ahead of the result, in milliseconds: both are posted at the same time. */
const resultWait = 5_000

/** The result of one sign-in at a provider; `take` answers with undefined when there is none. */
export type SocialResult = { take(signal: AbortSignal): Promise<string | undefined>; end(): void }

/**
 * Waits for the window of a sign-in to hand its result over. Only a page of this very origin can, so the page around the frame never has
 * what opens the wallet; it learns that there is something to ask for.
 *
 * @param id - Which sign-in.
 * @param target - Where messages arrive.
 */
export function awaitSocialResult(
  id: string,
  target: Pick<Window, 'addEventListener'> & { readonly location: Pick<Location, 'origin'> },
): SocialResult {
  const ended = new AbortController()
  let tell: (result: string | undefined) => void = () => {}
  const told = new Promise<string | undefined>((resolve) => {
    tell = resolve
  })
  target.addEventListener(
    'message',
    (event: MessageEvent<unknown>) => {
      if (event.origin !== target.location.origin) return
      const sent = readHanded(event.data)
      if (sent?.id === id) tell(sent.result)
    },
    { signal: ended.signal },
  )
  return {
    async take(signal) {
      const late = new Promise<undefined>((resolve) => {
        const timer = setTimeout(() => resolve(undefined), resultWait)
        signal.addEventListener('abort', () => {
          clearTimeout(timer)
          resolve(undefined)
        })
      })
      return Promise.race([told, late])
    },
    end: () => ended.abort(),
  }
}

/**
 * The window's end: gives the result to the wallet's frames in the page that opened it, and tells that page which sign-in it may go on with.
 *
 * @param fragment - What stands after the `#` of the address.
 * @param opener - The page that opened the window.
 * @param origin - The wallet's.
 * @returns Whether there was a receiver.
 */
export function handSocialResult(
  fragment: string,
  opener:
    | (Pick<Window, 'closed' | 'length' | 'postMessage'> & { readonly [index: number]: Pick<Window, 'postMessage'> })
    | null,
  origin: string,
): boolean {
  const parts = new URLSearchParams(fragment)
  const [id, to, result] = [parts.get('id'), parts.get('to'), parts.get('result')]
  if (id === null || to === null || opener === null || opener.closed) return false
  const message = { kind, id, ...(result === null ? {} : { result }) }
  // The browser gives a message to a frame only where its origin is ours.
  for (let at = 0; at < opener.length; at++) opener[at]?.postMessage(message, origin)
  // The wallet's own window started it; the browser delivers the message only to that origin.
  if (to === origin) opener.postMessage(message, origin)
  opener.postMessage({ resultUri: `${origin}/social#id=${id}` }, to)
  return true
}

// By hand: the window loads nothing but this, and shares no schemas with the frame.
function readHanded(data: unknown): { readonly id: string; readonly result: string | undefined } | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const { kind: said, id, result } = data as { readonly [name: string]: unknown }
  if (said !== kind || typeof id !== 'string') return undefined
  return { id, result: typeof result === 'string' ? result : undefined }
}
