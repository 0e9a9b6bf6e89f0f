import type {
  ConnectErrorType,
  ConnectParameters,
  GetBalanceErrorType,
  GetBalanceReturnType,
  GetBalancesErrorType,
  GetHistoryErrorType,
  GrantPermissionsErrorType,
  HistoryEntry,
  RevokeSmartSessionErrorType,
  SendTransactionErrorType,
  TokenBalance,
} from '@latchkey/core'
import { createConfig } from '@latchkey/core'
import { mainnet } from '@latchkey/core/chains'
import type * as builders from '@latchkey/core/query'
import { solanaMainnet } from '@latchkey/solana'
import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { erc20Abi } from 'viem'
import { describe, expectTypeOf, it } from 'vitest'
import { useBlockNumber } from '../contracts/useBlockNumber.js'
import { useReadContract } from '../contracts/useReadContract.js'
import { useSimulateContract } from '../contracts/useSimulateContract.js'
import { useWriteContract } from '../contracts/useWriteContract.js'
import { useBalance } from './useBalance.js'
import { useBalances } from './useBalances.js'
import { useChain } from './useChain.js'
import { useConfig } from './useConfig.js'
import { useConnect } from './useConnect.js'
import { useConnection } from './useConnection.js'
import { useDisconnect } from './useDisconnect.js'
import { useGrantPermissions } from './useGrantPermissions.js'
import { useHistory } from './useHistory.js'
import { useIdentity } from './useIdentity.js'
import { useRevokeSmartSession } from './useRevokeSmartSession.js'
import { useSendTransaction } from './useSendTransaction.js'
import { useSendTransfer } from './useSendTransfer.js'
import { useSignTypedData } from './useSignTypedData.js'
import { useSwitchChain } from './useSwitchChain.js'
import { useWaitForTransactionReceipt } from './useWaitForTransactionReceipt.js'

describe('queries', () => {
  it('behavior: the data is what the action returns, the error has a code', () => {
    expectTypeOf(useBalance()).toEqualTypeOf<UseQueryResult<GetBalanceReturnType, GetBalanceErrorType>>()
    expectTypeOf(useHistory()).toEqualTypeOf<
      UseInfiniteQueryResult<readonly HistoryEntry[], builders.QueryErrorType<GetHistoryErrorType>>
    >()
    expectTypeOf(useBalance().error?.code).toEqualTypeOf<GetBalanceErrorType['code'] | undefined>()
    // @ts-expect-error A letter too many.
    useBalance().error?.code === 'RPC_TIMEOUTS'
    // @ts-expect-error Nothing is closed here.
    useBalance().error?.code === 'MODAL_CLOSED'
  })

  it('behavior: select changes the data', () => {
    const query = { select: (balances: readonly TokenBalance[]) => balances.length }
    expectTypeOf(useBalances({ query }).data).toEqualTypeOf<number | undefined>()
    expectTypeOf(useBalances({ query: { select: (all) => all[0]?.symbol } }).data).toEqualTypeOf<string | undefined>()
    expectTypeOf(useHistory({ query: { select: ({ pages }) => pages.length } }).data).toEqualTypeOf<
      number | undefined
    >()
  })

  it('error: the key and the function are not the caller’s', () => {
    // @ts-expect-error
    useBalance({ query: { queryKey: ['mine'] } })
    // @ts-expect-error
    useBalance({ query: { queryFn: () => 1 } })
    // @ts-expect-error
    useBalance({ query: { staleTime: 'long' } })
  })

  it('behavior: builders are taken by TanStack’s own hooks', () => {
    type Options = ReturnType<typeof builders.getBalancesQueryOptions>
    const options = {} as Options
    expectTypeOf(useQuery(options)).toEqualTypeOf<
      UseQueryResult<readonly TokenBalance[], builders.QueryErrorType<GetBalancesErrorType>>
    >()
    expectTypeOf(useSuspenseQuery(options).data).toEqualTypeOf<readonly TokenBalance[]>()
    expectTypeOf(useQuery({ ...options, select: (all) => all.length }).data).toEqualTypeOf<number | undefined>()
  })
})

describe('mutations', () => {
  it('behavior: variables and error are the action’s', () => {
    expectTypeOf(useConnect().mutate).parameter(0).toEqualTypeOf<ConnectParameters>()
    expectTypeOf(useSendTransaction().error?.code).toEqualTypeOf<SendTransactionErrorType['code'] | undefined>()
    expectTypeOf(useGrantPermissions().error).toEqualTypeOf<GrantPermissionsErrorType | null>()
    expectTypeOf(useRevokeSmartSession().error).toEqualTypeOf<RevokeSmartSessionErrorType | null>()
    // @ts-expect-error Who refuses to connect gives CONNECTION_REJECTED.
    useConnect().error?.code === 'USER_REJECTED'
    // @ts-expect-error A letter is missing.
    useConnect().error?.code === 'CONECTION_REJECTED'
    useDisconnect().mutate()
    useDisconnect().mutate({ connector: 'io.metamask' })
    // @ts-expect-error
    useConnect().mutate()
    // @ts-expect-error Nothing to send.
    useSendTransaction().mutate({})
    // @ts-expect-error Nobody to send it to.
    useSendTransaction().mutate({ value: 1n })
    useSendTransaction().mutate({ data: '0x6080' })
  })

  it('behavior: callbacks know them', () => {
    useConnect({
      mutation: {
        onMutate: () => 5,
        onError(error, variables, context) {
          expectTypeOf(error).toEqualTypeOf<ConnectErrorType>()
          expectTypeOf(variables).toEqualTypeOf<ConnectParameters>()
          expectTypeOf(context).toEqualTypeOf<number | undefined>()
        },
      },
    })
    // @ts-expect-error
    useConnect({ mutation: { mutationFn: async () => 1 } })
  })
})

describe('a config that is known', () => {
  it('behavior: chains and addresses are those of its families', () => {
    const config = createConfig({ chains: [mainnet, solanaMainnet] })
    expectTypeOf(useChain({ config }).chains[0]?.caipNetworkId).toEqualTypeOf<
      'eip155:1' | 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' | undefined
    >()
    expectTypeOf(useConnection({ config, namespace: 'eip155' }).address).toEqualTypeOf<`0x${string}` | undefined>()
    expectTypeOf(useConnection({ namespace: 'eip155' }).address).toEqualTypeOf<`0x${string}` | undefined>()
    expectTypeOf(useConnection({ config }).address).toEqualTypeOf<string | undefined>()
    expectTypeOf(useConnection().address).toEqualTypeOf<string | undefined>()
    // @ts-expect-error No chain of this family is listed.
    useConnection({ config, namespace: 'cosmos' })
  })

  it('behavior: a config that is passed types chains, connectors and contracts, of reads and of writes', () => {
    const config = createConfig({ chains: [mainnet] })
    useSwitchChain({ config }).mutate({ chainId: 'eip155:1' })
    // @ts-expect-error Not listed.
    useSwitchChain({ config }).mutate({ chainId: 'eip155:10' })
    // @ts-expect-error Not listed.
    useConnect({ config }).mutate({ connector: 'io.metamask', chainId: 'eip155:10' })
    // @ts-expect-error Addresses of EVM chains begin with 0x.
    useSendTransfer({ config }).mutate({ to: 'vitalik.eth', amount: 1n })
    expectTypeOf(useSendTransaction({ config }).data).toEqualTypeOf<`0x${string}` | undefined>()
    // @ts-expect-error A hash begins with 0x.
    useWaitForTransactionReceipt({ config, hash: '1' })
    // @ts-expect-error Not listed.
    useIdentity({ config, chainId: 'eip155:10' })
    useBlockNumber({ config, chainId: 1 })
    // @ts-expect-error Not listed.
    useBlockNumber({ config, chainId: 10 })
    const token = { address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', abi: erc20Abi } as const
    expectTypeOf(useReadContract({ ...token, functionName: 'symbol', config, chainId: 1 }).data).toEqualTypeOf<
      string | undefined
    >()
    // @ts-expect-error Not listed.
    useReadContract({ ...token, functionName: 'symbol', config, chainId: 10 })
    const { data } = useSimulateContract({ ...token, functionName: 'transfer', args: [token.address, 1n], config })
    expectTypeOf(data?.chainId).toEqualTypeOf<1 | undefined>()
    const { mutate } = useWriteContract({ config })
    if (data) mutate(data.request)
    // @ts-expect-error Not listed.
    mutate({ ...token, functionName: 'transfer', args: [token.address, 1n], chainId: 10 })
    expectTypeOf(useConfig({ config })).toEqualTypeOf(config)
  })

  it('behavior: a message is typed by its types', () => {
    const { mutate, mutateAsync } = useSignTypedData()
    const types = { Vote: [{ name: 'proposal', type: 'uint256' }] } as const
    const typedData = { domain: {}, types, primaryType: 'Vote', message: { proposal: 1n } } as const
    expectTypeOf(mutateAsync({ typedData })).resolves.toEqualTypeOf<`0x${string}`>()
    // @ts-expect-error
    mutate({ typedData: { ...typedData, message: { proposal: 'one' } } })
  })
})
