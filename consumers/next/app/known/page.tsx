import { ConnectButton } from '@latchkey/react'
import { Status } from '../../status'

// biome-ignore lint/style/noDefaultExport: Next.js finds it by this
export default function Page() {
  return (
    <main>
      <ConnectButton />
      <Status />
    </main>
  )
}
