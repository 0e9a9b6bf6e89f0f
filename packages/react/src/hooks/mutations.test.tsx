import { createFakeConnector } from '@latchkey/core/testing'
import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { setUp } from '../../test/setUp.js'
import { useConnect } from './useConnect.js'
import { useConnection } from './useConnection.js'
import { useConnectors } from './useConnectors.js'
import { useDisconnect } from './useDisconnect.js'
import { useModal } from './useModal.js'
import { useSendTransaction } from './useSendTransaction.js'
import { useSignMessage } from './useSignMessage.js'
import { useSignTypedData } from './useSignTypedData.js'
import { useSwitchChain } from './useSwitchChain.js'

const id = 'dev.latchkey.fake'
const receiver = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

/** Runs a hook in an app and hands it out. */
async function use<value>(hook: () => value, options: Parameters<typeof setUp>[0] = {}) {
  const result: { current: value | undefined } = { current: undefined }
  const Probe = () => {
    result.current = hook()
    return null
  }
  const app = await setUp({ ...options, children: <Probe /> })
  return {
    app,
    get current() {
      return result.current as value
    },
  }
}

describe('hooks', () => {
  it('behavior: useConnect, useSwitchChain and useDisconnect call their actions', async () => {
    const hook = await use(() => ({
      connect: useConnect(),
      switchChain: useSwitchChain(),
      disconnect: useDisconnect(),
      account: useConnection(),
      connectors: useConnectors().connectors,
    }))
    const [connector] = hook.current.connectors
    expect(connector?.name).toBe('Fake Wallet')
    await hook.current.connect.mutateAsync({ connector: connector ?? id })
    await vi.waitFor(() => expect(hook.current.account.isConnected).toBe(true))
    await hook.current.switchChain.mutateAsync({ chainId: 'eip155:8453' })
    await vi.waitFor(() => expect(hook.current.account.chainId).toBe('eip155:8453'))
    await hook.current.disconnect.mutateAsync(undefined)
    await vi.waitFor(() => expect(hook.current.account).toMatchObject({ status: 'disconnected', address: undefined }))
  })

  it('error: each carries the code of what went wrong', async () => {
    const wallet = createFakeConnector()
    const hook = await use(
      () => ({
        connect: useConnect(),
        switchChain: useSwitchChain(),
        signMessage: useSignMessage(),
        signTypedData: useSignTypedData(),
        sendTransaction: useSendTransaction(),
      }),
      { wallets: [wallet] },
    )
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { connect, switchChain, signMessage, sendTransaction } = hook.current
    wallet.switches.reject = true
    await expect(connect.mutateAsync({ connector: id })).rejects.toMatchObject({ code: 'CONNECTION_REJECTED' })
    await vi.waitFor(() => expect(hook.current.connect.error).toMatchObject({ code: 'CONNECTION_REJECTED' }))
    await expect(connect.mutateAsync({ connector: 'nobody' })).rejects.toMatchObject({ code: 'CONNECTOR_NOT_FOUND' })
    await expect(switchChain.mutateAsync({ chainId: 'eip155:999' })).rejects.toMatchObject({
      code: 'CHAIN_NOT_FOUND',
    })
    await expect(signMessage.mutateAsync({ message: 'hello' })).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
    await expect(sendTransaction.mutateAsync({ to: receiver })).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
    vi.restoreAllMocks()
  })

  it('[S8-05] useModal().connect() answers with the account, or fails with "Modal closed"', async () => {
    const hook = await use(useModal)
    const failure = expect(hook.current.connect()).rejects.toMatchObject({
      code: 'MODAL_CLOSED',
      message: 'Modal closed',
    })
    await page.getByRole('button', { name: 'Close' }).click()
    await failure
    const asked = hook.current.connect()
    await page.getByRole('button', { name: 'Fake Wallet' }).click()
    expect(await asked).toMatchObject({ status: 'connected', address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' })
  })

  it('behavior: useModal tells what is shown', async () => {
    const hook = await use(useModal)
    expect([hook.current.isOpen, hook.current.view]).toEqual([false, undefined])
    hook.current.open({ view: 'Networks' })
    await vi.waitFor(() => expect([hook.current.isOpen, hook.current.view]).toEqual([true, 'Networks']))
    expect(hook.current.close()).toBe(true)
    await vi.waitFor(() => expect([hook.current.isOpen, hook.current.view]).toEqual([false, undefined]))
  })
})
