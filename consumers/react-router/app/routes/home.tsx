import { ConnectButton, useConnection } from '@latchkey/react'

// biome-ignore lint/style/noDefaultExport: React Router finds it by this
export default function Home() {
  const { status, address, connector } = useConnection()
  return (
    <main>
      <ConnectButton />
      <output id="acct">{`${status} ${address ?? 'nobody'}`}</output>
      <output id="wallet">{connector?.name ?? 'no wallet'}</output>
    </main>
  )
}
