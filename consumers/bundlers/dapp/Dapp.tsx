'use client'
import '@latchkey/react/styles.css'
import {
  ConnectButton, LatchkeyProvider, type LatchkeyProviderProps, useBalances, useConnection,
  useSignIn, useSignTypedData, useSwitchChain, useTheme, useToast,
} from '@latchkey/react'
import { useReadContract, useWriteContract } from '@latchkey/react/contracts'
import { erc20Abi, formatUnits } from 'viem'
import { config } from './config'
import { friend, usdc } from './world'

const theme = { '--lk-accent': '#6d28d9' }
const token = { address: usdc, abi: erc20Abi }

export const Dapp = ({ initialState }: Pick<LatchkeyProviderProps, 'initialState'>) =>
  <LatchkeyProvider {...{ config, initialState }} themeVariables={theme}><Page /></LatchkeyProvider>

function Page() {
  const { mutate: go } = useSwitchChain()
  const { setThemeMode } = useTheme()
  const { show } = useToast()
  const mutation = { onSuccess: () => show('Done'), onError: (error: Error) => show(error.message, 'error') }
  const { address } = useConnection({ namespace: 'eip155' })
  const { data: balances = [] } = useBalances()
  const { data: held = 0n } = useReadContract({ ...token, functionName: 'balanceOf', args: address && [address] })
  const { mutate: write } = useWriteContract({ mutation })
  const { mutate: sign } = useSignTypedData({ mutation })
  const pay = () => write({ ...token, functionName: 'transfer', args: [friend, 1_000_000n] })
  const vote = () => sign({ typedData: { domain: { name: 'Dapp' }, primaryType: 'Vote',
    types: { Vote: [{ name: 'yes', type: 'bool' }] }, message: { yes: true } } })
  const { isSignedIn } = useSignIn()
  return <>
    <ConnectButton.Custom>
      {({ address, open }) => <button onClick={open}>{address ?? 'Log in'}</button>}
    </ConnectButton.Custom>
    {config.chains.map((c) => <button key={c.id} onClick={() => go({ chainId: c.caipNetworkId })}>{c.name}</button>)}
    <button onClick={() => setThemeMode('dark')}>Dark</button>
    {isSignedIn ? <main>
      {balances.map(({ symbol, quantity }) => <p key={symbol}>{quantity.numeric} {symbol}</p>)}
      <button onClick={pay}>Pay 1 of {formatUnits(held, 6)} USDC</button>
      <button onClick={vote}>Vote</button>
    </main> : <p>For members only.</p>}
  </>
}
