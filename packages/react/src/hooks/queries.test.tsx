import { type Config, connect, type NamespaceAdapter } from '@latchkey/core'
import { eip155 } from '@latchkey/core/eip155'
import { getBalanceQueryOptions } from '@latchkey/core/query'
import { createFakeConnector } from '@latchkey/core/testing'
import { QueryClientProvider, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { makeConfig, makeQueryClient, setUp } from '../../test/setUp.js'
import { LatchkeyProvider } from '../provider.js'
import { type UseBalanceParameters, useBalance } from './useBalance.js'
import { useConfig } from './useConfig.js'
import { useConnect } from './useConnect.js'
import { useConnection } from './useConnection.js'
import { useSignMessage } from './useSignMessage.js'

const account = 'eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** A config whose chains hold as much as the test says, and how often they were asked. */
function holding(value: bigint) {
  const chain = { value, asked: 0 }
  const family: NamespaceAdapter = {
    ...eip155(),
    async getBalance() {
      chain.asked += 1
      return chain.value
    },
  }
  const wallet = createFakeConnector()
  return { chain, wallet, config: makeConfig({ namespaces: [family], wallets: [wallet] }) }
}

const Balance = (parameters: UseBalanceParameters) => {
  const { data } = useBalance({ account, ...parameters })
  return <p>{data ? `${data.value} wei` : 'unknown'}</p>
}

describe('query', () => {
  it('behavior: enabled: false never asks', async () => {
    const { chain, config } = holding(7n)
    const { screen, tree } = await setUp({ config, children: <Balance query={{ enabled: false }} /> })
    await expect.element(page.getByText('unknown')).toBeVisible()
    expect(chain.asked).toBe(0)
    await screen.rerender(tree(config, <Balance query={{ enabled: true }} />))
    await expect.element(page.getByText('7 wei')).toBeVisible()
    expect(chain.asked).toBe(1)
  })

  it('behavior: enabled: true does not ask without an account', async () => {
    const { chain, config } = holding(7n)
    const Own = () => <p>{useBalance({ query: { enabled: true } }).fetchStatus}</p>
    await setUp({ config, children: <Own /> })
    await expect.element(page.getByText('idle')).toBeVisible()
    expect(chain.asked).toBe(0)
  })

  it('behavior: select narrows what is given', async () => {
    const Half = () => {
      const { data } = useBalance({ account, query: { select: ({ value }) => value / 2n } })
      return <p>{data === undefined ? 'unknown' : `half: ${data + 1n}`}</p>
    }
    await setUp({ config: holding(6n).config, children: <Half /> })
    await expect.element(page.getByText('half: 4')).toBeVisible()
  })

  it('behavior: an invalidated key is read anew, the others are not', async () => {
    const one = holding(1n)
    const queryClient = makeQueryClient()
    await setUp({ config: one.config, queryClient, children: <Balance /> })
    await expect.element(page.getByText('1 wei')).toBeVisible()
    one.chain.value = 2n
    const other = getBalanceQueryOptions(one.config, {
      account: account.replace('eip155:1', 'eip155:8453') as `eip155:${string}:${string}`,
    })
    await queryClient.invalidateQueries({ queryKey: other.queryKey })
    expect(one.chain.asked).toBe(1)
    await queryClient.invalidateQueries({ queryKey: getBalanceQueryOptions(one.config).queryKey })
    await expect.element(page.getByText('2 wei')).toBeVisible()
    expect(one.chain.asked).toBe(2)
  })
})

describe('config', () => {
  it('behavior: two providers over one client do not share', async () => {
    const queryClient = makeQueryClient()
    const within = (config: Config, label: string) => (
      <LatchkeyProvider config={config}>
        <section aria-label={label}>
          <Balance />
        </section>
      </LatchkeyProvider>
    )
    await render(
      <QueryClientProvider client={queryClient}>
        {within(holding(1n).config, 'one')}
        {within(holding(2n).config, 'other')}
      </QueryClientProvider>,
    )
    await expect.element(page.getByRole('region', { name: 'one' })).toHaveTextContent('1 wei')
    await expect.element(page.getByRole('region', { name: 'other' })).toHaveTextContent('2 wei')
  })

  it('behavior: a config that is given stands over the provider’s, in state, reads and writes', async () => {
    const given = holding(2n)
    const seen: { connect?: ReturnType<typeof useConnect>; own?: Config } = {}
    const Given = () => {
      seen.connect = useConnect({ config: given.config })
      seen.own = useConfig({ config: given.config })
      const { address = 'nobody' } = useConnection({ config: given.config })
      return <p>{address}</p>
    }
    const { config } = await setUp({
      config: holding(1n).config,
      children: (
        <>
          <Given />
          <Balance config={given.config} />
        </>
      ),
    })
    await expect.element(page.getByText('2 wei')).toBeVisible()
    expect(seen.own).toBe(given.config)
    await seen.connect?.mutateAsync({ connector: 'dev.latchkey.fake' })
    await expect.element(page.getByText('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')).toBeVisible()
    expect(config.state.connections.size).toBe(0)
  })

  it('behavior: a hook that is given a config needs no provider', async () => {
    const { config } = holding(3n)
    await render(
      <QueryClientProvider client={makeQueryClient()}>
        <Balance config={config} />
      </QueryClientProvider>,
    )
    await expect.element(page.getByText('3 wei')).toBeVisible()
  })
})

describe('mutation', () => {
  it('behavior: callbacks are told what came of it', async () => {
    const { config, wallet } = holding(1n)
    const told: unknown[] = []
    const made: { connect?: ReturnType<typeof useConnect>; sign?: ReturnType<typeof useSignMessage> } = {}
    const Probe = () => {
      made.connect = useConnect({ mutation: { onSuccess: ({ accounts }) => void told.push(accounts[0]) } })
      made.sign = useSignMessage({
        mutation: {
          onError: (error, { message }) => void told.push([error.code, message]),
          onSettled: () => void told.push('settled'),
        },
      })
      return null
    }
    await setUp({ config, children: <Probe /> })
    await made.connect?.mutateAsync({ connector: 'dev.latchkey.fake' })
    expect(told).toEqual([account])
    wallet.switches.reject = true
    await made.sign?.mutateAsync({ message: 'Hello' }).catch(() => {})
    expect(told).toEqual([account, ['USER_REJECTED', 'Hello'], 'settled'])
  })
})

describe('suspense', () => {
  it('behavior: a builder with an account suspends until the answer is there', async () => {
    const { config } = holding(5n)
    await connect(config, { connector: 'dev.latchkey.fake' })
    const Suspended = () => {
      const { data } = useSuspenseQuery(getBalanceQueryOptions(useConfig(), { account }))
      return <p>{`${data.value} wei`}</p>
    }
    const children: ReactNode = (
      <Suspense fallback={<p>waiting</p>}>
        <Suspended />
      </Suspense>
    )
    await setUp({ config, children })
    await expect.element(page.getByText('5 wei')).toBeVisible()
    await vi.waitFor(() => expect(document.body.textContent).not.toContain('waiting'))
  })
})
