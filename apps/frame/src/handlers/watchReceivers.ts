import { readReceivers } from '../chains/readReceivers.js'
import { receiversOf, warnOfLookAlikes } from '../signing/lookAlikes.js'
import type { FrameStorage } from '../storage/storage.js'
import type { Embedder, FrameChain, FrameSettings, Screens } from '../types.js'

const rememberedReceivers = 200

/**
 * Compares receivers with those that the account paid before, remembers those that were approved, and shows their names.
 *
 * @param screens - The screens.
 * @param parts - What this browser keeps, and where a history can be read.
 * @returns The screens; all but approvals that send something are asked as they are.
 */
export function watchReceivers(
  screens: Screens,
  parts: {
    readonly storage: FrameStorage
    readonly chain: FrameChain
    readonly settings: Pick<FrameSettings, 'apiUrl'>
    readonly embedder: Pick<Embedder, 'projectId'>
    readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
  },
): Pick<Screens, 'ask'> {
  const { storage, chain } = parts
  return {
    async ask(screen, options) {
      const receivers = screen.kind === 'approve' ? receiversOf(screen.approval) : []
      if (screen.kind !== 'approve' || receivers.length === 0) return screens.ask(screen, options)
      const { account } = screen.approval
      const remembered = async () => (await storage.read('receivers', account))?.addresses ?? []
      const isEvm = chain.id.startsWith('eip155:')
      const asked = { ...parts, ...options }
      const [kept, paid, name] = await Promise.all([
        remembered(),
        isEvm ? readReceivers(account, asked) : [],
        isEvm &&
          import('./nameReceivers.js').then((code) => code.nameReceivers(receivers, asked)).catch(() => undefined),
      ])
      const warned = warnOfLookAlikes(screen.approval, [account, ...kept, ...paid])
      await screens.ask({ ...screen, approval: name ? name(warned) : warned }, options)
      const addresses = [...new Set([...receivers, ...(await remembered())])].slice(0, rememberedReceivers)
      await storage.write('receivers', account, { addresses })
    },
  }
}
