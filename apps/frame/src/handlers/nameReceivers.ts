import { within } from '@latchkey/protocol/internal/within'
import { apiUrlOf } from '../chains/apiUrlOf.js'
import type { Approval, Embedder, FrameSettings } from '../types.js'

/** How long an approval waits for names, in milliseconds: they help to read, and nothing is decided by them. */
const timeout = 1_000
const mostReceivers = 5

/**
 * Asks the operator's data API for the names that receivers have at its own name service.
 *
 * @param receivers - Their EVM addresses; more than five are not asked for.
 * @param parts - Where the data API is, for which project, and what ends the question.
 * @returns Puts each name below its address. The address stays whole, and one that looks like another gets none.
 */
export async function nameReceivers(
  receivers: readonly string[],
  parts: {
    readonly settings: Pick<FrameSettings, 'apiUrl'>
    readonly embedder: Pick<Embedder, 'projectId'>
    readonly signal: AbortSignal
    readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
  },
): Promise<(approval: Approval) => Approval> {
  const { settings, embedder, signal, fetch = (url, init) => globalThis.fetch(url, init) } = parts
  const names = new Map<string, string>()
  async function read(address: string): Promise<void> {
    const url = apiUrlOf(settings, `v1/profile/reverse/${address}`, { projectId: embedder.projectId })
    const [{ name }] = await within(timeout, signal, async (either) => {
      const response = await fetch(url, { signal: either, credentials: 'omit', redirect: 'error' })
      return (await response.json()) as [{ name: unknown }]
    })
    if (typeof name === 'string' && /^[a-z0-9.-]{3,100}$/.test(name)) names.set(address, name)
  }
  // Whatever is not of this form throws, and is as good as nothing.
  await Promise.allSettled(receivers.slice(0, mostReceivers).map(read))
  return (approval) => ({
    ...approval,
    rows: approval.rows.flatMap((row) => {
      const name = row.isReceiver && row.tone !== 'danger' ? names.get(row.value) : undefined
      return name === undefined ? [row] : [row, { label: 'Name', value: name }]
    }),
  })
}
