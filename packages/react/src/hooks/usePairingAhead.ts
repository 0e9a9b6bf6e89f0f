import { type ChainId, isPairing } from '@latchkey/core'
import { useEffect } from 'react'
import { useLatchkey } from '../context.js'
import { isPhone } from '../primitives/isPhone.js'
import { useConfigConnectors } from './useSnapshot.js'

/** How long the view of a wallet may take to join the pairing after the list has left, in milliseconds. */
const handover = 2_000

/**
 * On a phone, offers a pairing while wallets of the directory are shown, so that its link is there before a wallet is pressed: a
 * browser lets a page open an app only for a moment after a press, which is too short for a slow line.
 *
 * @param chainId - The chain whose family the wallet must have; any of the page's will do when absent.
 */
export function usePairingAhead(chainId: ChainId | undefined): void {
  const { config, modal } = useLatchkey()
  const pairing = useConfigConnectors(config).find(isPairing)?.pairing
  useEffect(() => {
    if (!pairing || !isPhone()) return
    modal.expect('ConnectingWalletConnect')
    // A sign-in is a part of the offer, and is prepared at the press.
    if (config.signIn) return pairing.prepare?.()
    const controller = new AbortController()
    const all = config.chains.map(({ caipNetworkId }) => caipNetworkId)
    const asked = chainId && { chains: [chainId, ...all.filter((id) => id !== chainId)], required: chainId }
    // What fails here fails again, and is explained, where it is needed.
    pairing.start({ ...asked, signal: controller.signal }).catch(() => {})
    return () => {
      const next = modal.getState().stack.at(-1)
      // A call joins whatever is offered, so what asks for another family must not find this offer.
      const isJoined = next?.view === 'ConnectingWalletConnect' && next.data?.chainId === chainId
      if (isJoined) setTimeout(() => controller.abort(), handover)
      else controller.abort()
    }
  }, [config, modal, pairing, chainId])
}
