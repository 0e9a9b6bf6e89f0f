import type { ChainClient } from '../chains/createChainClient.js'
import type { MarketApi } from '../chains/readMarket.js'
import { loadCode } from '../loadCode.js'
import type { FrameChain, Screens } from '../types.js'

/**
 * Has permissions judged against the network before they are shown, and says what a token looks like and what the sum is worth.
 *
 * @param screens - The screens.
 * @param parts - The network, who asks its nodes, and where prices and pictures come from.
 * @returns The screens; all but approvals that give a permission are asked as they are.
 */
export function watchGrants(
  screens: Pick<Screens, 'ask'>,
  parts: { readonly client: ChainClient; readonly chain: FrameChain; readonly market?: MarketApi },
): Pick<Screens, 'ask'> {
  return {
    async ask(screen, options) {
      if (screen.kind !== 'approve' || !screen.approval.grants?.length) return screens.ask(screen, options)
      // Few requests give one.
      const { judgeGrants } = await loadCode(() => import('./judgeGrants.js'))
      const asked = { ...parts, ...options }
      const { approval } = screen
      const [judged, picture] = await Promise.all([
        judgeGrants(approval, asked),
        import('./pictureGrant.js').then((code) => code.pictureGrant(approval, asked)).catch(() => undefined),
      ])
      return screens.ask({ ...screen, approval: { ...judged, ...picture } }, options)
    },
  }
}
