import { parseEther } from 'viem'
import { useAccount, useDisconnect, useSendTransaction, useSignMessage, useSwitchChain } from 'wagmi'
import { chains } from './chains.js'

/** What an app of wagmi does with whoever is connected. */
export function Actions() {
  const { address, chainId, status } = useAccount()
  const { disconnect } = useDisconnect()
  const signing = useSignMessage()
  const sending = useSendTransaction()
  const { switchChain } = useSwitchChain()
  const other = chains.find(({ id }) => id !== chainId)
  const transaction = { to: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC', value: parseEther('0.01') }
  const { data, error } = sending.isIdle ? signing : sending
  return (
    <>
      <p>
        Account: <output id="acct">{address ?? 'none'}</output> on <output id="chain">{chainId ?? 'none'}</output>,{' '}
        <output id="status">{status}</output>
      </p>
      <button type="button" id="sign" onClick={() => signing.signMessage({ message: 'Hello from a wagmi app' })}>
        Sign a text
      </button>
      <button type="button" id="send" onClick={() => sending.sendTransaction(transaction)}>
        Send 0.01
      </button>
      <button type="button" id="switch" onClick={() => switchChain({ chainId: other.id })}>
        Use the other network
      </button>
      <button type="button" id="disconnect" onClick={() => disconnect()}>
        Disconnect
      </button>
      <p>
        Result: <output id="result">{data ?? error?.message ?? 'none'}</output>
      </p>
    </>
  )
}
