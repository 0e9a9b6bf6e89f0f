import { type AcceptedChannel, acceptChannel, type ChannelHandlers } from '@latchkey/protocol/internal/channel'
import { appEvents } from '@latchkey/protocol/internal/frame'
import { type AppKitWindow, acceptAppKit } from './appkit.js'

/**
 * Lets the embedding page in, by a channel or by AppKit's messages: whichever it speaks first, and from then on only that.
 *
 * @param options - As for `acceptChannel` and `acceptAppKit`.
 * @returns The way in; its promise of an origin rejects when the page is refused.
 *
 * @example
 * import { acceptPage } from './acceptPage.js'
 * const page = acceptPage({ window, isAllowed: (origin) => origins.has(origin), handlers })
 * const origin = await page.origin
 */
export function acceptPage(options: {
  readonly window: AppKitWindow
  readonly isAllowed: (origin: string) => boolean | Promise<boolean>
  readonly handlers: ChannelHandlers<typeof appEvents>
  readonly sites?: readonly string[] | undefined
}): AcceptedChannel {
  const channel = acceptChannel({ ...options, table: appEvents })
  const appKit = acceptAppKit(options)
  const origin = Promise.race([channel.origin, appKit.origin])
  origin.catch(() => {})
  channel.origin.then(appKit.close, () => {})
  appKit.origin.then(channel.close, () => {})
  return {
    origin,
    counts() {
      const [first, second] = [channel.counts(), appKit.counts()]
      return {
        pending: first.pending + second.pending,
        late: first.late + second.late,
        dropped: first.dropped + second.dropped,
      }
    },
    close() {
      channel.close()
      appKit.close()
    },
  }
}
