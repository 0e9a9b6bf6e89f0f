import { useConnection, useWaitForTransactionReceipt } from '@latchkey/react'
import { useReadContract, useWatchContractEvent, useWriteContract } from '@latchkey/react/contracts'
import { createElement } from 'react'
import { type Address, erc20Abi } from 'viem'

const receiver = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

/** An app's own panel over a token of six decimals, which it reads and writes by its ABI. */
export function TokenPanel({ token }: { token: Address }) {
  const { address } = useConnection({ namespace: 'eip155' })
  const owner = address as Address | undefined
  const contract = { address: token, abi: erc20Abi } as const
  const { data: held, refetch } = useReadContract({
    ...contract,
    functionName: 'balanceOf',
    args: owner ? [owner] : undefined,
  })
  const { mutate, data: hash, error, reset } = useWriteContract()
  const receipt = useWaitForTransactionReceipt({ hash })
  useWatchContractEvent({ ...contract, eventName: 'Transfer', onLogs: () => refetch() })
  const { status, replacement } = receipt.data ?? {}
  const outcome =
    receipt.error && 'code' in receipt.error ? receipt.error.code : [status, replacement?.reason].join(' ')
  const pay = () => {
    reset()
    mutate({ ...contract, functionName: 'transfer', args: [receiver, 1_500_000n], chainId: 31337 })
  }
  return createElement(
    'section',
    null,
    createElement('button', { type: 'button', onClick: pay }, 'Pay 1.5 USDC'),
    createElement('p', { 'data-testid': 'held' }, String(held ?? 'unknown')),
    createElement('p', { 'data-testid': 'hash' }, hash ?? 'none'),
    createElement('p', { 'data-testid': 'outcome' }, outcome.trim() || 'none'),
    createElement('p', { 'data-testid': 'error' }, error?.code ?? 'none'),
  )
}
