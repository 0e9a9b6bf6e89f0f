import '@latchkey/react/styles.css'
import { createConfig, sendTransaction, signTypedData } from '@latchkey/core'
import { base, mainnet } from '@latchkey/core/chains'
import { getBalancesQueryOptions } from '@latchkey/core/query'
import {
  ConnectButton,
  LatchkeyProvider,
  useBalance,
  useBalances,
  useChain,
  useConnect,
  useConnection,
  useModal,
  useSendTransaction,
  useSendTransfer,
  useSwitchChain,
  useWaitForTransactionReceipt,
} from '@latchkey/react'
import {
  useBlockNumber,
  useReadContract,
  useSimulateContract,
  useWatchContractEvent,
  useWriteContract,
} from '@latchkey/react/contracts'
import { erc20Abi } from 'viem'
import { config } from './config.js'

const receiver = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const usdc = { address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', abi: erc20Abi } as const
const mine = `eip155:1:${receiver}` as const
const types = { Vote: [{ name: 'proposal', type: 'uint256' }] } as const

/** A second config, of one chain. */
export const staging = createConfig({
  chains: [base],
  features: { multiWallet: true },
  defaultChain: base,
})

function Account() {
  const { caipAddress, address } = useConnection({ namespace: 'eip155' })
  const { chainId } = useChain()
  const { data: balance } = useBalance({
    account: mine,
    query: { enabled: caipAddress !== undefined },
  })
  const { data: symbols } = useBalances({
    query: { select: (held) => held.map(({ symbol }) => symbol) },
  })
  const isMainnet = chainId === 'eip155:1'
  return (
    <p>
      {address} {balance?.symbol} {symbols?.join()} {isMainnet && mainnet.name}
    </p>
  )
}

function Token() {
  const { data: held } = useReadContract({
    ...usdc,
    functionName: 'balanceOf',
    args: [receiver],
    chainId: 1,
  })
  const { data: block } = useBlockNumber({ chainId: 8453 })
  const { data: tried } = useSimulateContract({
    ...usdc,
    functionName: 'transfer',
    args: [receiver, 1n],
  })
  const { mutate: write, error } = useWriteContract()
  useWatchContractEvent({
    ...usdc,
    eventName: 'Transfer',
    onLogs: (logs) => console.log(logs.length),
  })
  return (
    <button type="button" onClick={() => tried && write(tried.request)}>
      {`${held} ${block}`} {error?.code === 'USER_REJECTED' ? 'Refused' : error?.message}
    </button>
  )
}

function Actions() {
  const { mutate: connect } = useConnect()
  const { mutate: switchChain } = useSwitchChain()
  const { mutate: switchStaging } = useSwitchChain({ config: staging })
  const { mutate: send, data: hash } = useSendTransaction({
    mutation: { retry: 1, onSuccess: (sent) => console.log(sent) },
  })
  const { mutate: transfer } = useSendTransfer()
  const { data: receipt } = useWaitForTransactionReceipt({ hash })
  const { open } = useModal()
  const act = async () => {
    connect({ connector: 'walletConnect', chainId: 'eip155:8453' })
    switchChain({ chainId: 'eip155:1' })
    switchStaging({ chainId: 'eip155:8453' })
    send({ to: receiver, value: 1n })
    transfer({ to: receiver, amount: 1n })
    open({ view: 'Account' })
    open({ view: 'SwitchNetwork', data: { network: base } })
    await sendTransaction(staging, { to: receiver, value: 1n })
    await signTypedData(config, {
      typedData: { types, primaryType: 'Vote', message: { proposal: 1n } },
    })
    getBalancesQueryOptions(config, { account: mine })
  }
  return (
    <button type="button" onClick={act}>
      {receipt?.status}
    </button>
  )
}

export function App() {
  return (
    <LatchkeyProvider
      config={config}
      themeMode="dark"
      themeVariables={{ '--lk-accent': '#5b3df5' }}
      strings={{ connect: 'Join' }}
    >
      <ConnectButton />
      <Account />
      <Token />
      <Actions />
    </LatchkeyProvider>
  )
}
