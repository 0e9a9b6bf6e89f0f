import { bitcoinMainnet } from '@latchkey/bitcoin'
import {
  type Chain,
  type ChainId,
  type Config,
  type ConfiguredChainId,
  type ConfiguredConnectorId,
  type ConnectErrorType,
  type Connector,
  type CreateConnector,
  connect,
  createConfig,
  disconnect,
  type ErrorCode,
  getChain,
  getConnection,
  getIdentity,
  type Host,
  isLatchkeyError,
  type LatchkeyError,
  quoteTransfer,
  removeChain,
  type SendTransactionVariables,
  sendTransaction,
  sendTransfer,
  signMessage,
  signTypedData,
  switchChain,
  type TypedData,
  toChain,
  waitForTransactionReceipt,
} from '@latchkey/core'
import { base, mainnet } from '@latchkey/core/chains'
import { getBlockNumber, readContract, simulateContract, writeContract } from '@latchkey/core/contracts'
import {
  getIdentityQueryOptions,
  readContractQueryOptions,
  switchChainMutationOptions,
  waitForTransactionReceiptQueryOptions,
} from '@latchkey/core/query'
import { solanaMainnet } from '@latchkey/solana'
import { erc20Abi } from 'viem'
import { optimism, mainnet as viemMainnet } from 'viem/chains'
import { expectTypeOf } from 'vitest'

const evm = createConfig({ chains: [mainnet, base] })
const mixed = createConfig({ chains: [optimism, solanaMainnet, bitcoinMainnet], defaultChain: solanaMainnet })
declare const unknown: Config
declare const listed: readonly [Chain, ...Chain[]]
const receiver = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const token = { address: receiver, abi: erc20Abi } as const

// The ids of the chains, and those of viem's by their numbers.
expectTypeOf<ConfiguredChainId<typeof evm>>().toEqualTypeOf<'eip155:1' | 'eip155:8453'>()
expectTypeOf<ConfiguredChainId<typeof mixed>>().toEqualTypeOf<
  'eip155:10' | 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' | 'bip122:000000000019d6689c085ae165831e93'
>()
expectTypeOf<ConfiguredChainId>().toEqualTypeOf<ChainId>()
expectTypeOf(createConfig({ chains: listed })).toEqualTypeOf<Config>()
expectTypeOf(evm).toExtend<Config>()
expectTypeOf(toChain(optimism).caipNetworkId).toEqualTypeOf<'eip155:10'>()
expectTypeOf(toChain(optimism).id).toEqualTypeOf<10>()
expectTypeOf(solanaMainnet.id).toEqualTypeOf<string>()

// A number is no CAIP-2 id.
declare const chainId: ConfiguredChainId<typeof evm>
// @ts-expect-error They never are the same.
chainId === mainnet.id
// @ts-expect-error Nor with viem's.
chainId === viemMainnet.id
// @ts-expect-error Nor of a wallet whose chain may be any.
getConnection(evm).chainId === mainnet.id

// @ts-expect-error Ten is not listed.
createConfig({ chains: [mainnet, base], defaultChain: optimism })
// @ts-expect-error There must be one.
createConfig({ chains: [] })
// @ts-expect-error A digit too many.
createConfig({ chains: [mainnet], customRpcUrls: { 'eip155:11': ['https://rpc.example.com'] } })

switchChain(evm, { chainId: 'eip155:8453' })
// @ts-expect-error A digit too many.
switchChain(evm, { chainId: 'eip155:84533' })
// @ts-expect-error A number is no CAIP-2 id.
switchChain(evm, { chainId: 8453 })
switchChain(unknown, { chainId: 'eip155:84533' })
// @ts-expect-error There is no such family.
switchChain(unknown, { chainId: 'eip1555:1' })
expectTypeOf(switchChain(evm, { chainId: 'eip155:1' })).resolves.toEqualTypeOf<Chain<'eip155:1' | 'eip155:8453'>>()

connect(evm, { connector: 'io.metamask', chainId: 'eip155:1' })
// @ts-expect-error Not listed.
connect(evm, { connector: 'io.metamask', chainId: 'eip155:10' })
// @ts-expect-error With which wallet?
connect(evm, {})
// @ts-expect-error Not listed.
removeChain(evm, { chainId: 'eip155:10' })
// @ts-expect-error Not listed.
getIdentity(evm, { chainId: 'eip155:10' })
// @ts-expect-error Not listed.
waitForTransactionReceipt(evm, { hash: '0x1', chainId: 'eip155:10' })
// @ts-expect-error A hash begins with 0x.
waitForTransactionReceipt(evm, { hash: '1' })
waitForTransactionReceipt(mixed, { hash: '5eykt4' })

expectTypeOf(getChain(evm).caipNetwork).toEqualTypeOf<Chain<'eip155:1' | 'eip155:8453'> | undefined>()
expectTypeOf(getConnection(evm).address).toEqualTypeOf<`0x${string}` | undefined>()
expectTypeOf(getConnection(mixed).address).toEqualTypeOf<string | undefined>()
expectTypeOf(getConnection(mixed, { namespace: 'eip155' }).address).toEqualTypeOf<`0x${string}` | undefined>()
expectTypeOf(getConnection(mixed, { namespace: 'eip155' }).namespace).toEqualTypeOf<'eip155'>()
// @ts-expect-error No chain of this family is listed.
getConnection(evm, { namespace: 'solana' })

sendTransaction(evm, { to: receiver, value: 1n, chainId: 'eip155:1' })
// @ts-expect-error A name is no address.
sendTransaction(evm, { to: 'vitalik', value: 1n })
// @ts-expect-error Amounts are whole numbers of the smallest unit.
sendTransaction(evm, { to: receiver, value: 1 })
// @ts-expect-error An EVM address is no text.
sendTransaction(mixed, { namespace: 'eip155', to: 'vitalik', value: 1n })
expectTypeOf(sendTransaction(evm, { to: receiver })).resolves.toEqualTypeOf<`0x${string}`>()
expectTypeOf(sendTransaction(mixed, { namespace: 'eip155', to: receiver })).resolves.toEqualTypeOf<`0x${string}`>()
expectTypeOf(sendTransaction(unknown, { to: receiver })).resolves.toEqualTypeOf<string>()

// @ts-expect-error A name is no address.
sendTransfer(evm, { to: 'vitalik', amount: 1n })
// @ts-expect-error How much?
sendTransfer(evm, { to: receiver })
// @ts-expect-error A name is no address.
quoteTransfer(evm, { to: 'vitalik', amount: 1n })
expectTypeOf(sendTransfer(evm, { to: receiver, amount: 1n })).resolves.toEqualTypeOf<`0x${string}`>()
expectTypeOf(signMessage(evm, { message: 'hi' })).resolves.toEqualTypeOf<`0x${string}`>()
expectTypeOf(signMessage(mixed, { message: 'hi' })).resolves.toEqualTypeOf<string>()
expectTypeOf(signTypedData).returns.resolves.toEqualTypeOf<`0x${string}`>()

// The message of structured data is typed by its types.
const domain = { name: 'Example', chainId: 1 }
const types = { Vote: [{ name: 'proposal', type: 'uint256' }] } as const
signTypedData(evm, { typedData: { domain, types, primaryType: 'Vote', message: { proposal: 1n } } })
signTypedData(evm, {
  typedData: { domain, types: { Vote: [{ name: 'yes', type: 'bool' }] }, primaryType: 'Vote', message: { yes: true } },
})
// @ts-expect-error A proposal is a whole number.
signTypedData(evm, { typedData: { domain, types, primaryType: 'Vote', message: { proposal: 'one' } } })
// @ts-expect-error There is no such type.
signTypedData(evm, { typedData: { domain, types, primaryType: 'Mail', message: { proposal: 1n } } })
// @ts-expect-error It has no such field.
signTypedData(evm, { typedData: { domain, types, primaryType: 'Vote', message: { proposal: 1n, contents: '' } } })
declare const anyTypedData: TypedData
signTypedData(evm, { typedData: anyTypedData })

// What an action rejects with is a union of its codes.
declare const refused: ConnectErrorType
expectTypeOf<'CONNECTION_REJECTED'>().toExtend<typeof refused.code>()
expectTypeOf(refused).toExtend<LatchkeyError>()
// @ts-expect-error There is no such code.
refused.code === 'CONNECTION_REJECTEDD'
// @ts-expect-error Who refuses to connect gives CONNECTION_REJECTED.
refused.code === 'USER_REJECTED'
declare const thrown: unknown
if (isLatchkeyError(thrown, 'USER_REJECTED')) expectTypeOf(thrown.code).toEqualTypeOf<'USER_REJECTED'>()
if (isLatchkeyError(thrown)) expectTypeOf(thrown.code).toEqualTypeOf<ErrorCode>()
// @ts-expect-error There is no such code.
isLatchkeyError(thrown, 'USER_REFUSED')

// Contract calls take the number of a chain, of those that are listed.
getBlockNumber(evm, { chainId: 8453 })
getBlockNumber(evm, { chainId: viemMainnet.id })
readContract(evm, { ...token, functionName: 'symbol', chainId: 1 })
// @ts-expect-error Not listed.
getBlockNumber(evm, { chainId: 10 })
// @ts-expect-error Not listed.
readContract(evm, { ...token, functionName: 'symbol', chainId: 10 })
// @ts-expect-error Contracts take the number.
readContract(evm, { ...token, functionName: 'symbol', chainId: 'eip155:1' })
// @ts-expect-error Not listed.
writeContract(evm, { ...token, functionName: 'transfer', args: [receiver, 1n], chainId: 10 })
// @ts-expect-error Solana has no number.
getBlockNumber(mixed, { chainId: 1 })
getBlockNumber(unknown, { chainId: 12_345 })
// What was tried is of a chain that is listed, and can be sent.
const tried = simulateContract(evm, { ...token, functionName: 'transfer', args: [receiver, 1n] })
expectTypeOf(tried).resolves.toHaveProperty('chainId').toEqualTypeOf<1 | 8453>()
tried.then(({ request }) => writeContract(evm, request))

// Builders know the config they are given.
getIdentityQueryOptions(evm, { address: receiver, chainId: 'eip155:8453' })
// @ts-expect-error A digit too many.
getIdentityQueryOptions(evm, { address: receiver, chainId: 'eip155:84533' })
// @ts-expect-error A hash begins with 0x.
waitForTransactionReceiptQueryOptions(evm, { hash: '1', chainId: 'eip155:1' })
// @ts-expect-error Not listed.
readContractQueryOptions(evm, { ...token, functionName: 'symbol', chainId: 10 })
expectTypeOf(
  readContractQueryOptions(evm, { ...token, functionName: 'symbol', chainId: 1 }).queryFn,
).returns.resolves.toEqualTypeOf<string>()
expectTypeOf(switchChainMutationOptions(evm).mutationFn)
  .parameter(0)
  .toExtend<{ chainId: 'eip155:1' | 'eip155:8453' }>()

// The ids of connectors, where no wallet is looked for on the page.
declare const reached: CreateConnector<'walletConnect'> & ((host: Host) => Connector<'walletConnect'>)
declare const looked: CreateConnector
const paired = createConfig({ chains: [mainnet], connectors: [reached] })
const found = createConfig({ chains: [mainnet], connectors: [reached, looked] })
expectTypeOf<ConfiguredConnectorId<typeof paired>>().toEqualTypeOf<'walletConnect'>()
expectTypeOf<ConfiguredConnectorId<typeof found>>().toEqualTypeOf<string>()
expectTypeOf<ConfiguredConnectorId>().toEqualTypeOf<string>()
expectTypeOf(paired).toExtend<Config>()
connect(paired, { connector: 'walletConnect' })
connect(found, { connector: 'io.metamask' })
// @ts-expect-error There is no such connector.
connect(paired, { connector: 'walletconnect' })
// @ts-expect-error There is no such connector.
disconnect(paired, { connector: 'walletconnect' })

// A mutation tells the families apart by `namespace`.
type Sent = SendTransactionVariables<typeof mixed>
expectTypeOf<{ namespace: 'eip155'; to: typeof receiver; value: bigint }>().toExtend<Sent>()
expectTypeOf<{ namespace: 'eip155'; to: 'vitalik.eth' }>().not.toExtend<Sent>()
