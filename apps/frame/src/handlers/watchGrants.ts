import type { ChainClient } from '../chains/createChainClient.js'
import type { FrameChain, Screens } from '../contracts.js'
import { loadCode } from '../loadCode.js'

/**
 * Has permissions judged against the network before they are shown.
 *
 * @param screens - What the person sees.
 * @param parts - The network and who asks its nodes.
 * @returns The screens; all but approvals that give a permission are asked as they are.
 */
export function watchGrants(
  screens: Pick<Screens, 'ask'>,
  parts: { readonly client: ChainClient; readonly chain: FrameChain },
): Pick<Screens, 'ask'> {
  return {
    async ask(screen, options) {
      if (screen.kind !== 'approve' || !screen.approval.grants?.length) return screens.ask(screen, options)
      // Few requests give one.
      const { judgeGrants } = await loadCode(() => import('./judgeGrants.js'))
      return screens.ask({ ...screen, approval: await judgeGrants(screen.approval, { ...parts, ...options }) }, options)
    },
  }
}
