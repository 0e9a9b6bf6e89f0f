import { type CreatePaymentLinkParameters, createPaymentLink } from '@latchkey/core'
import { useEffect, useState } from 'react'
import { useConfig } from './useConfig.js'

/** What became of the link that was asked for. */
export type OwnPaymentLink = { readonly link?: string; readonly isRefused?: boolean }

/** A link that asks for an amount, in base units; nothing without one and until it is made. */
export function useOwnPaymentLink({ to, chainId, token, amount }: CreatePaymentLinkParameters): OwnPaymentLink {
  const config = useConfig()
  const [made, setMade] = useState<{ readonly key: string } & OwnPaymentLink>()
  const { address, decimals } = token ?? {}
  const key = [to, chainId, address, amount].join(' ')
  useEffect(() => {
    if (amount === undefined) return
    let isOver = false
    const asked = address === undefined || decimals === undefined ? undefined : { address, decimals }
    createPaymentLink(config, { to, chainId, amount, token: asked }).then(
      (link) => isOver || setMade({ key, link }),
      () => isOver || setMade({ key, isRefused: true }),
    )
    return () => {
      isOver = true
    }
  }, [config, to, chainId, address, decimals, amount, key])
  return made?.key === key ? made : {}
}
