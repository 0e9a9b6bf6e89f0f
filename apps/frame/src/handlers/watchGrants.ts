import type { ChainClient } from '../chains/createChainClient.js'
import type { Face, FrameChain } from '../contracts.js'
import { loadCode } from '../loadCode.js'

/**
 * Has permissions judged against the network before they are shown.
 *
 * @param face - What the person sees.
 * @param parts - The network and who asks its nodes.
 * @returns The face; all but approvals that give a permission are asked as they are.
 */
export function watchGrants(
  face: Pick<Face, 'ask'>,
  parts: { readonly client: ChainClient; readonly chain: FrameChain },
): Pick<Face, 'ask'> {
  return {
    async ask(screen, options) {
      if (screen.kind !== 'approve' || !screen.approval.grants?.length) return face.ask(screen, options)
      // Few requests give one.
      const { judgeGrants } = await loadCode(() => import('./judgeGrants.js'))
      return face.ask({ ...screen, approval: await judgeGrants(screen.approval, { ...parts, ...options }) }, options)
    },
  }
}
