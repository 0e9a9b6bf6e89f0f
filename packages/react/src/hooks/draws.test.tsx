import { connect, disconnect, setCurrentTab } from '@latchkey/core'
import { Profiler, type ReactNode, useEffect } from 'react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { makeQueryClient, setUp } from '../../test/setUp.js'
import { ConnectButton } from '../components/ConnectButton.js'
import { useChain } from './useChain.js'
import { useConnection } from './useConnection.js'
import { useConnectors } from './useConnectors.js'
import { useModal } from './useModal.js'

const id = 'dev.latchkey.fake'

/** Counts how often each of them is drawn and put on the page; strict mode's second drawing of the same is none. */
function counting() {
  const counts: { [name: string]: number } = {}
  const Count = ({ name, children }: { name: string; children: ReactNode }) => (
    <Profiler
      id={name}
      onRender={() => {
        counts[name] = (counts[name] ?? 0) + 1
      }}
    >
      {children}
    </Profiler>
  )
  /** What was drawn while this ran, and in the two frames after. */
  const during = async (act: () => unknown) => {
    for (const name of Object.keys(counts)) delete counts[name]
    await act()
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return { ...counts }
  }
  return { Count, during }
}

const Account = () => <p>{useConnection().address ?? 'nobody'}</p>
const Chain = () => <p>{useChain().caipNetwork?.name}</p>
const Wallets = () => <p>{useConnectors().connectors.length}</p>
const Modal = () => <p>{String(useModal().view)}</p>

async function drawn() {
  const { Count, during } = counting()
  const app = await setUp({
    children: (
      <>
        <Count name="account">
          <Account />
        </Count>
        <Count name="chain">
          <Chain />
        </Count>
        <Count name="wallets">
          <Wallets />
        </Count>
        <Count name="modal">
          <Modal />
        </Count>
      </>
    ),
  })
  return { ...app, app, during }
}

describe('hooks', () => {
  it('behavior: draw again only for what they read', async () => {
    const { config, app, during } = await drawn()
    await connect(config, { connector: id })
    const tab = () => setCurrentTab(config, { namespace: 'eip155', tab: 2 })
    expect(await during(tab), 'what only the account view knows').toEqual({})
    expect(await during(() => config._internal.setChains(config.chains.slice(0, 1))), 'the list of networks').toEqual({
      chain: 1,
      wallets: 1,
    })
    expect(await during(() => app.modal.warm()), 'the modal makes ready').toEqual({})
    expect(await during(() => app.modal.open({ view: 'Networks' })), 'the modal opens').toEqual({ modal: 1 })
    expect(await during(() => app.modal.shake()), 'the modal shakes').toEqual({})
  })

  it('behavior: a wallet that says again what it said draws nothing', async () => {
    const { config, app, during } = await drawn()
    await connect(config, { connector: id })
    const [address = ''] = config.state.connections.get(id)?.accounts ?? []
    const again = () => app.wallet.say({ accounts: [address.slice('eip155:1:'.length)] })
    expect(await during(again)).toEqual({})
    expect(await during(() => disconnect(config)), 'and its leaving is drawn').toMatchObject({ account: 1 })
  })

  it('behavior: a connection is drawn once as being asked for and once as made', async () => {
    const { config, during } = await drawn()
    const counts = await during(() => connect(config, { connector: id }))
    expect(counts.account).toBeLessThanOrEqual(2)
    expect(counts.modal).toBeUndefined()
  })
})

it('behavior: the balance is asked for once the address stands on the screen', async () => {
  const order: string[] = []
  const queryClient = makeQueryClient()
  const stop = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'added' && query.queryKey[2] === 'balances') order.push('asked')
  })
  onTestFinished(stop)
  function Address() {
    const { address } = useConnection()
    useEffect(() => {
      // A frame's own callbacks run right before it is painted.
      if (address) requestAnimationFrame(() => order.push('drawn'))
    }, [address])
    return null
  }
  const app = await setUp({
    queryClient,
    children: (
      <>
        <ConnectButton />
        <Address />
      </>
    ),
  })
  await connect(app.config, { connector: id })
  await vi.waitFor(() => expect(order).toContain('asked'))
  expect(order[0]).toBe('drawn')
})
