import { ConnectButton, useConnection } from '@latchkey/react'
import { shortCode } from '../code/shortCode.js'
import { Code } from '../components/Code.js'

/** What it is, the button that does it, and the code that makes the button. */
export function Hero({ hasTestWallet }: { hasTestWallet: boolean }) {
  const { isConnected } = useConnection()
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
      <Code title="App.tsx" code={shortCode} />
    </section>
  )
}

function hint(isConnected: boolean, hasTestWallet: boolean): string {
  if (isConnected) return 'Connected. Open the button to see balances, send and receive.'
  if (hasTestWallet) return 'No wallet in this browser? Choose the Latchkey Test Wallet in the list.'
  return 'Works with every browser wallet that announces itself.'
}
