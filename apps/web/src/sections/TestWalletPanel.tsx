import { use, useState } from 'react'
import { Segmented } from '../components/Segmented.js'
import { Switch } from '../components/Switch.js'
import type { TestWallet, TestWalletSwitches } from '../testWalletApi.js'

type Toggle = {
  readonly name: Exclude<keyof TestWalletSwitches, 'slow'>
  readonly label: string
  readonly hint: string
}

const toggles: readonly Toggle[] = [
  { name: 'autoApprove', label: 'Approve without asking', hint: 'Its own window stays closed.' },
  { name: 'reject', label: 'Decline', hint: 'Says no to every question (4001).' },
  { name: 'neverAnswer', label: 'Never answer', hint: 'Leaves every request open.' },
  { name: 'pending', label: 'Already asking', hint: 'Claims one is open (−32002).' },
  { name: 'wrongChain', label: 'Stay on its network', hint: 'Says it switched, and did not.' },
  { name: 'unknownChain', label: 'Know no other network', hint: 'Says 4902 until it is added.' },
  { name: 'disconnected', label: 'Lose its networks', hint: 'Says 4900 to everything.' },
  { name: 'nonsense', label: 'Answer nonsense', hint: 'Values of the wrong type.' },
]
const slowBy = 4_000

/** The test wallet, and the ways to make it misbehave. */
export function TestWalletPanel({ loading }: { loading: Promise<TestWallet | undefined> }) {
  const wallet = use(loading)
  return (
    <section className="panel test-wallet" aria-labelledby="test-wallet">
      <div className="panel-words">
        <h2 id="test-wallet">Test wallet</h2>
        <p>A wallet over a well-known key, here because the chains are local. It signs for real, in its own window.</p>
      </div>
      {wallet ? <Person wallet={wallet} /> : <p className="problem">Its script did not load. Reload the page.</p>}
      {wallet && (
        <details className="fold test-wallet-faults">
          <summary>Make it misbehave</summary>
          <p>Switch a fault on, then connect, sign or switch networks and see how the modal takes it.</p>
          <Faults wallet={wallet} />
        </details>
      )}
    </section>
  )
}

function Person({ wallet }: { wallet: TestWallet }) {
  const [selected, setSelected] = useState(String(wallet.selected))
  return (
    <div className="test-wallet-person">
      <Segmented
        legend="Account in the wallet"
        options={wallet.accounts.map((address, index) => ({
          value: String(index),
          label: `${address.slice(0, 6)}…${address.slice(-4)}`,
          name: address,
        }))}
        selected={selected}
        onSelect={(index) => {
          wallet.selectAccount(Number(index))
          setSelected(index)
        }}
      />
      <button type="button" className="button quiet" onClick={() => wallet.revoke()}>
        Disconnect this page in the wallet
      </button>
    </div>
  )
}

function Faults({ wallet }: { wallet: TestWallet }) {
  const [switches, setSwitches] = useState(wallet.switches)
  const change = (next: Partial<TestWalletSwitches>) => {
    wallet.set(next)
    setSwitches((before) => ({ ...before, ...next }))
  }
  return (
    <div className="switches">
      {toggles.map(({ name, label, hint }) => (
        <Switch
          key={name}
          label={label}
          hint={hint}
          checked={switches[name]}
          onChange={(checked) => change({ [name]: checked })}
        />
      ))}
      <Switch
        label="Answer slowly"
        hint="Waits four seconds each time."
        checked={switches.slow > 0}
        onChange={(checked) => change({ slow: checked ? slowBy : 0 })}
      />
    </div>
  )
}
