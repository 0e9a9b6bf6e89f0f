// Floor of the work: React + a hand-written EIP-6963 list in a native <dialog>. No library.
import { StrictMode, useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'

const CHAINS = [
  [1, 'Ethereum'],
  [8453, 'Base'],
  [42161, 'Arbitrum One'],
  [137, 'Polygon'],
]
const KEY = 'bare.rdns'

function App() {
  const [wallets, setWallets] = useState([])
  const [address, setAddress] = useState(null)
  const dialog = useRef(null)
  useEffect(() => {
    const seen = new Map()
    const on = async (e) => {
      seen.set(e.detail.info.uuid, e.detail)
      setWallets([...seen.values()])
      if (localStorage.getItem(KEY) === e.detail.info.rdns) {
        const [a] = await e.detail.provider.request({ method: 'eth_accounts' })
        if (a) setAddress(a)
      }
    }
    window.addEventListener('eip6963:announceProvider', on)
    window.dispatchEvent(new Event('eip6963:requestProvider'))
    return () => window.removeEventListener('eip6963:announceProvider', on)
  }, [])
  const connect = async (w) => {
    const [a] = await w.provider.request({ method: 'eth_requestAccounts' })
    localStorage.setItem(KEY, w.info.rdns)
    setAddress(a)
    dialog.current.close()
  }
  return (
    <main>
      <h1>Bare React</h1>
      <div id="connect">
        <button type="button" onClick={() => dialog.current.showModal()}>
          {address ? `${address.slice(0, 6)}…${address.slice(-4)}` : 'Connect wallet'}
        </button>
      </div>
      <p>
        Account: <output id="acct">{address ?? 'none'}</output>
      </p>
      <a href="#after">Link after the button</a>
      <dialog ref={dialog} aria-labelledby="dlg-title">
        <h2 id="dlg-title">Connect a wallet</h2>
        <ul style={{ listStyle: 'none', padding: 0 }}>
          {wallets.map((w) => (
            <li key={w.info.uuid}>
              <button type="button" className="wallet" onClick={() => connect(w)}>
                <img src={w.info.icon} alt="" width="24" height="24" /> {w.info.name}
              </button>
            </li>
          ))}
        </ul>
        <p>Networks: {CHAINS.map((c) => c[1]).join(', ')}</p>
        <form method="dialog">
          <button type="submit">Close</button>
        </form>
      </dialog>
    </main>
  )
}
createRoot(document.getElementById('root')).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
