import { type ConfiguredChainId, connect, createConfig } from '@latchkey/core'
import { base, mainnet, solana } from '@latchkey/core/chains'
import { type RouteInput, useModal, useSwitchChain } from '@latchkey/react'
import { expectTypeOf } from 'vitest'

const config = createConfig({ chains: [mainnet, base, solana] })

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

// A config that is passed counts, whatever is registered.
const other = createConfig({ chains: [mainnet] })
// @ts-expect-error Of the registered config, not of this one.
connect(other, { connector: 'a', chainId: 'eip155:8453' })
