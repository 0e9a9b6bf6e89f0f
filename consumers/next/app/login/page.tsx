'use client'
import { useConnection, useDisconnect, useModal, useSignIn } from '@latchkey/react'

// biome-ignore lint/style/noDefaultExport: Next.js finds it by this
export default function Page() {
  const { open } = useModal()
  const { mutate: disconnect } = useDisconnect()
  const { address } = useConnection()
  const { isSignedIn } = useSignIn()
  return (
    <main>
      <p>
        Signed in: <output id="person">{isSignedIn ? address : 'nobody'}</output>
      </p>
      <button type="button" onClick={() => open()}>
        Log in
      </button>
      <button type="button" onClick={() => disconnect()}>
        Log out
      </button>
      <a href="/members">For members</a>
    </main>
  )
}
