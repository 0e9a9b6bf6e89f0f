import { ConnectButton } from '@latchkey/react'
import { Address } from './address'

// A server component: it takes the button as it is and adds nothing to what the browser loads.
// biome-ignore lint/style/noDefaultExport: Next.js finds it by this
export default function Page() {
  return (
    <main>
      <ConnectButton />
      <Address />
    </main>
  )
}
