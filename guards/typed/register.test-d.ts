import { type ConfiguredChainId, connect, createConfig } from '@latchkey/core'
import { base, mainnet } from '@latchkey/core/chains'
import { type RouteInput, useModal, useSwitchChain } from '@latchkey/react'
import { useBlockNumber, useReadContract } from '@latchkey/react/contracts'
import { solanaMainnet } from '@latchkey/solana'
import { erc20Abi } from 'viem'
import { expectTypeOf } from 'vitest'

const config = createConfig({ chains: [mainnet, base, solanaMainnet] })

declare module '@latchkey/core' {
  interface Register {
    config: typeof config
  }
}

// A registered config is known where none is passed.
expectTypeOf<ConfiguredChainId>().toEqualTypeOf<
  'eip155:1' | 'eip155:8453' | 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
>()

const { mutate } = useSwitchChain()
mutate({ chainId: 'eip155:8453' })
// @ts-expect-error A digit too many.
mutate({ chainId: 'eip155:84533' })

const { open } = useModal()
open({ view: 'Connect', data: { chainId: 'eip155:8453' } })
open({ view: 'SwitchNetwork', data: { network: base } })
// @ts-expect-error A digit too many.
open({ view: 'Connect', data: { chainId: 'eip155:84533' } })
// @ts-expect-error There is no such view.
open({ view: 'Conect' })
// @ts-expect-error The view cannot be drawn without its data.
open({ view: 'SwitchNetwork' })
expectTypeOf<RouteInput['view']>().extract<'Networks'>().toEqualTypeOf<'Networks'>()

// Contract hooks take the number of a chain that is listed.
const token = { address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', abi: erc20Abi } as const
useReadContract({ ...token, functionName: 'symbol', chainId: 8453 })
// @ts-expect-error Not listed.
useReadContract({ ...token, functionName: 'symbol', chainId: 10 })
// @ts-expect-error Not listed.
useBlockNumber({ chainId: 10 })
// @ts-expect-error Contracts take the number.
useBlockNumber({ chainId: 'eip155:1' })

// A config that is passed counts, whatever is registered.
const other = createConfig({ chains: [mainnet] })
// @ts-expect-error Of the registered config, not of this one.
connect(other, { connector: 'a', chainId: 'eip155:8453' })
