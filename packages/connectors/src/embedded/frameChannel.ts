import type { EmbeddedWallet } from '@latchkey/core'
import {
  type Channel,
  type ChannelRequest,
  type ChannelTimeout,
  openChannel,
  type PayloadOf,
} from '@latchkey/protocol/internal/channel'
import { type AppEventName, appEvents } from '@latchkey/protocol/internal/frame'
import { rpcPolicy } from '@latchkey/protocol/internal/frameRpc'
import type { MountedFrame } from './mountFrame.js'

/** The page's end of the channel to the frame. */
export type FrameChannel = Channel<typeof appEvents>

type Theme = Parameters<EmbeddedWallet['syncTheme']>[0]

/** Opens the channel to a loaded frame; only that origin can hold the other end. */
export function openFrameChannel(
  frame: Pick<Window, 'postMessage'>,
  element: MountedFrame['element'],
  origin: string,
  onTimeout: (reason: ChannelTimeout, name?: string) => void,
): FrameChannel {
  return openChannel({ frame, element, origin, table: appEvents, onTimeout })
}

/** The error of an aborted request. */
export function abortText(name: AppEventName): string {
  const { aborted = 'Something went wrong' }: ChannelRequest = appEvents[name]
  return aborted
}

/** Whether a request only reads, and may be retried. */
export function isReading(name: AppEventName, payload: unknown): boolean {
  const { isSafe } = appEvents[name]
  if (isSafe !== 'byMethod') return isSafe
  const { method, chainNamespace } = payload as { method: string; chainNamespace?: string }
  return rpcPolicy(method, chainNamespace) === 'safe'
}

/** The trimmed e-mail address; undefined when invalid. */
export function readEmail(text: string): string | undefined {
  const parsed = appEvents.connectEmail.payload.safeParse({ email: text })
  return parsed.success ? parsed.data.email : undefined
}

/** Applies the page's theme to the frame, and the card's border radius to its dialog. */
export async function sendTheme(
  link: { ask(name: 'syncTheme', payload: ReturnType<typeof writeTheme>): Promise<unknown> },
  theme: Theme,
): Promise<void> {
  const { themeVariables } = theme
  const dialog = globalThis.document?.querySelector<HTMLElement>('dialog[data-latchkey-frame]')
  const radius = themeVariables?.['--lk-radius']
  dialog?.style.setProperty('--lk-radius', typeof radius === 'number' ? `${radius}px` : (radius ?? ''))
  // Without a font in the theme, the card uses the page's.
  const style = dialog && themeVariables && getComputedStyle(dialog.ownerDocument.body)
  const font = style && { '--lk-font': style.getPropertyValue('--lk-font') || style.fontFamily }
  const withFont = font ? { ...theme, themeVariables: { ...font, ...themeVariables } } : theme
  await link.ask('syncTheme', writeTheme(withFont))
}

/** Serialises the page's theme for the frame. */
function writeTheme({ themeMode, themeVariables }: Theme): PayloadOf<(typeof appEvents)['syncTheme']> {
  const accent = themeVariables?.['--lk-accent'] ?? themeVariables?.['--w3m-accent']
  const background = themeVariables?.['--lk-background'] ?? themeVariables?.['--w3m-background']
  const hasTexts = Object.values(themeVariables ?? {}).some((value) => typeof value === 'string')
  return {
    ...(themeMode ? { themeMode } : {}),
    ...(themeVariables ? { themeVariables: { ...themeVariables } } : {}),
    ...(hasTexts
      ? {
          w3mThemeVariables: {
            ...(typeof accent === 'string' ? { '--w3m-accent': accent } : {}),
            ...(typeof background === 'string' ? { '--w3m-background': background } : {}),
          },
        }
      : {}),
  }
}
