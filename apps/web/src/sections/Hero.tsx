import { ConnectButton, useConnection } from '@latchkey/react'
import { shortCode } from '../code/shortCode.js'
import { FoldedCode } from '../components/FoldedCode.js'
import type { Look } from '../look/look.js'
import { useNarrow } from '../useNarrow.js'
import { HeroCard } from './HeroCard.js'
import { HeroLook } from './HeroLook.js'

/** What it is, the button and the open card that do it, and the code that makes them. */
export function Hero({
  hasTestWallet,
  look,
  onLook,
}: {
  hasTestWallet: boolean
  look: Look
  onLook: (change: Partial<Look>) => void
}) {
  const { isConnected } = useConnection()
  const narrow = useNarrow()
  return (
    <section className="hero">
      <div className="hero-words">
        <h1>Wallet connection you run yourself.</h1>
        <p className="lead">
          Latchkey is the open wallet-connection stack: a button and a modal for your page, and the data service behind
          them on your own machines. No account with us, no call home.
        </p>
        <ConnectButton size="lg" />
        <p className="hero-hint">{hint(isConnected, hasTestWallet)}</p>
      </div>
      <div className="hero-side">
        <HeroCard look={look} />
        {/* On a phone they would push the code away; they are below, folded. */}
        {!narrow && <HeroLook look={look} onLook={onLook} />}
      </div>
      <FoldedCode title="App.tsx" code={shortCode(look)} />
    </section>
  )
}

function hint(isConnected: boolean, hasTestWallet: boolean): string {
  if (isConnected) return 'Connected. Open the button to see balances, send and receive.'
  if (hasTestWallet) return 'No wallet in this browser? Choose the Latchkey Test Wallet in the list.'
  return 'Works with every browser wallet that announces itself.'
}
