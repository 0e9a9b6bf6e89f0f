import { ConnectButton, useConnection } from '@latchkey/react'
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/')({ component: Home })

function Home() {
  const { status, address, connector } = useConnection()
  return (
    <main>
      <ConnectButton />
      <output id="acct">{`${status} ${address ?? 'nobody'}`}</output>
      <output id="wallet">{connector?.name ?? 'no wallet'}</output>
    </main>
  )
}
