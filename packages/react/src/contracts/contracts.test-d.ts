import type { ReadContractErrorType, WriteContractErrorType } from '@latchkey/core/contracts'
import { erc20Abi } from 'viem'
import { expectTypeOf, it } from 'vitest'
import { useReadContract } from './useReadContract.js'
import { useReadContracts } from './useReadContracts.js'
import { useSimulateContract } from './useSimulateContract.js'
import { useWatchContractEvent } from './useWatchContractEvent.js'
import { useWriteContract } from './useWriteContract.js'

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const token = { address, abi: erc20Abi } as const

it('types what is read by the ABI, and what is selected of it', () => {
  const balance = useReadContract({ ...token, functionName: 'balanceOf', args: [address] })
  expectTypeOf(balance.data).toEqualTypeOf<bigint | undefined>()
  expectTypeOf(balance.error).toEqualTypeOf<ReadContractErrorType | null>()
  const length = useReadContract({ ...token, functionName: 'symbol', query: { select: (symbol) => symbol.length } })
  expectTypeOf(length.data).toEqualTypeOf<number | undefined>()
  const isRich = useReadContract({
    ...token,
    functionName: 'balanceOf',
    args: [address],
    query: { select: (held) => held > 0n },
  })
  expectTypeOf(isRich.data).toEqualTypeOf<boolean | undefined>()
  const { data } = useReadContracts({
    contracts: [
      { ...token, functionName: 'symbol' },
      { ...token, functionName: 'decimals' },
    ],
    allowFailure: false,
  })
  expectTypeOf(data?.[1]).toEqualTypeOf<number | undefined>()
})

it('refuses functions, arguments and chains that are not', () => {
  // @ts-expect-error no such function
  useReadContract({ ...token, functionName: 'balance' })
  // @ts-expect-error the argument is an address
  useReadContract({ ...token, functionName: 'balanceOf', args: [1n] })
  // @ts-expect-error a function that writes
  useReadContract({ ...token, functionName: 'transfer', args: [address, 1n] })
  // @ts-expect-error contracts take the number of a chain
  useReadContract({ ...token, functionName: 'symbol', chainId: 'eip155:1' })
})

it('types what is written, and takes what was tried', () => {
  const { data } = useSimulateContract({ ...token, functionName: 'transfer', args: [address, 1n] })
  expectTypeOf(data?.result).toEqualTypeOf<boolean | undefined>()
  const { mutate, error } = useWriteContract()
  if (data) mutate(data.request)
  expectTypeOf(error?.code).toEqualTypeOf<WriteContractErrorType['code'] | undefined>()
  // @ts-expect-error a letter too many
  error?.code === 'USER_REJECTEDD'
  // @ts-expect-error the amount is a bigint
  mutate({ ...token, functionName: 'transfer', args: [address, 1] })
  // @ts-expect-error a function that only reads
  mutate({ ...token, functionName: 'symbol' })
  useWatchContractEvent({
    ...token,
    eventName: 'Transfer',
    strict: true,
    onLogs: (logs) => expectTypeOf(logs[0]?.args.value).toEqualTypeOf<bigint | undefined>(),
  })
})
