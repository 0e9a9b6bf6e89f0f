import {
  type Chain,
  type ChainId,
  type Config,
  type ConfiguredChainId,
  type ConnectErrorType,
  connect,
  createConfig,
  type ErrorCode,
  getChain,
  getConnection,
  getIdentity,
  isLatchkeyError,
  type LatchkeyError,
  quoteTransfer,
  removeChain,
  sendTransaction,
  sendTransfer,
  signMessage,
  signTypedData,
  switchChain,
  type TypedData,
  toChain,
  waitForTransactionReceipt,
} from '@latchkey/core'
import { base, bitcoin, mainnet, solana } from '@latchkey/core/chains'
import { optimism, mainnet as viemMainnet } from 'viem/chains'
import { expectTypeOf } from 'vitest'

const evm = createConfig({ chains: [mainnet, base] })
const mixed = createConfig({ chains: [optimism, solana, bitcoin], defaultChain: solana })
declare const unknown: Config
declare const listed: readonly [Chain, ...Chain[]]
const receiver = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

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
expectTypeOf(solana.id).toEqualTypeOf<string>()

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

// What a verb rejects with is a union of its codes.
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
