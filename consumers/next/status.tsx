'use client'
import { useConnection } from '@latchkey/react'

export function Status() {
  const { status, address, connector } = useConnection()
  return (
    <>
      <output id="acct">{`${status} ${address ?? 'nobody'}`}</output>
      <output id="wallet">{connector?.name ?? 'no wallet'}</output>
    </>
  )
}
