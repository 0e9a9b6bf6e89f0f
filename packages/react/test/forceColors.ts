import { onTestFinished } from 'vitest'
import { cdp } from 'vitest/browser'

/** Has the system set the colours until the test is over. */
export async function forceColors(): Promise<void> {
  onTestFinished(() => emulate([]))
  await emulate([
    { name: 'forced-colors', value: 'active' },
    { name: 'prefers-color-scheme', value: 'dark' },
  ])
}

/** The width of an element's upper border, in pixels. */
export function edgeOf(selector: string): number {
  const element = document.querySelector(selector)
  if (!element) throw new Error(`${selector} is not there.`)
  const { borderTopStyle, borderTopWidth } = getComputedStyle(element)
  return borderTopStyle === 'none' ? 0 : Number.parseFloat(borderTopWidth)
}

async function emulate(features: readonly { name: string; value: string }[]): Promise<void> {
  const session = cdp() as unknown as { send(method: string, parameters: object): Promise<void> }
  await session.send('Emulation.setEmulatedMedia', { features })
}
