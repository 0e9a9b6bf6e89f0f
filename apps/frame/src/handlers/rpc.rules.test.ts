import { LatchkeyError } from '@latchkey/protocol/errors'
import { base58 } from '@scure/base'
import { toHex } from 'viem'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createTabs } from '../../test/createTabs.js'
import { failure } from '../../test/failure.js'
import { openMemoryRpc } from '../../test/memoryRpc.js'
import { chain, other } from '../../test/signingContext.js'
import { createSigningWallet, user } from '../../test/signingWallet.js'
import { littleEndian, solanaMessageOf, solanaTransactionOf } from '../../test/solanaBytes.js'
import type { FrameChain } from '../types.js'

const account = user.addresses.eip155
const solana: FrameChain = {
  ...chain,
  id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  name: 'Solana by name',
  tokens: [],
}
const bitcoin: FrameChain = { ...chain, id: 'bip122:000000000019d6689c085ae165831e93', name: 'Bitcoin', tokens: [] }
const apiUrl = 'https://api.example'
const payment = [{ from: account, to: other, value: '0x1' }]
const message = [toHex('Hello'), account]

describe('a question', () => {
  it('goes to the node of the network that it names, with what it asks', async () => {
    const asked: unknown[] = []
    const rpc = openMemoryRpc({
      answers: { eth_getLogs: ['log'], eth_getCode: '0x60' },
      chainOf: async (id) => {
        asked.push(id)
        return chain
      },
    })
    expect(await rpc.request('eth_getLogs', [{ address: other }], { chainId: 'eip155:31337' })).toEqual(['log'])
    expect(await rpc.request('eth_getLogs', { address: other })).toEqual(['log'])
    expect(await rpc.request('eth_getLogs', 'text')).toEqual(['log'])
    expect(await rpc.request('eth_getLogs', null)).toEqual(['log'])
    expect(rpc.node.asked.map(({ params }) => params)).toEqual([[{ address: other }], { address: other }, [], []])
    expect(asked).toEqual(['eip155:31337', undefined, undefined, undefined])
    await rpc.request('eth_getLogs', [], { chainId: 'eip155:5' })
    expect(asked.at(-1)).toBe('eip155:5')
    const controller = new AbortController()
    controller.abort()
    expect(await failure(rpc.request('eth_getCode', [], { signal: controller.signal }))).toMatchObject({
      code: 'ABORTED',
    })
    expect(rpc.screens.asked).toEqual([])
  })

  it('about this wallet is answered here, and opens nothing', async () => {
    const rpc = openMemoryRpc()
    rpc.wallet.enter = async () => {
      throw new Error('Entered')
    }
    expect(await rpc.request('eth_chainId')).toBe('0x7a69')
    expect(await rpc.request('eth_accounts')).toEqual([account])
    expect(await rpc.request('getAccountAddresses', {}, { namespace: 'bip122' }).catch(failureCode)).toBe(
      'CHAIN_MISMATCH',
    )
    const nobody = openMemoryRpc({ wallet: { ...createSigningWallet(), user: undefined } })
    expect(await nobody.request('eth_accounts')).toEqual([])
    expect([rpc.node.asked, nobody.node.asked]).toEqual([[], []])
    const coins = openMemoryRpc({ chainOf: async () => bitcoin })
    expect(await coins.request('getAccountAddresses', {}, { namespace: 'bip122' })).toHaveLength(2)
    expect(coins.screens.asked).toEqual([])
  })

  it('tells what each EVM network can, or those that are asked for', async () => {
    const can = { atomic: { status: 'unsupported' }, assetDiscovery: { supported: true } }
    const chains = [chain, solana, { ...chain, id: 'eip155:1' }]
    const rpc = openMemoryRpc({ settings: { apiUrl, chains } })
    const ask = (params?: unknown) => rpc.request('wallet_getCapabilities', params)
    for (const all of [undefined, [account], [account, '0x1'], { 1: ['0x1'] }])
      expect(await ask(all)).toEqual({ '0x7a69': can, '0x1': can })
    expect(await ask([account, ['0x7A69', 5]])).toEqual({ '0x7a69': can })
    expect(await ask([account, ['0x5']])).toEqual({})
  })

  it('of a network that is no EVM network, or of smart accounts, is refused', async () => {
    const rpc = openMemoryRpc({ chainOf: async () => solana })
    for (const method of ['eth_chainId', 'eth_blockNumber'])
      expect(await failure(rpc.request(method))).toMatchObject({
        code: 'CHAIN_MISMATCH',
        message: 'Solana by name is not an EVM network. Switch the network first.',
      })
    for (const method of [
      'eth_getUserOperationReceipt',
      'eth_estimateUserOperationGas',
      'eth_getUserOperationByHash',
      'eth_supportedEntryPoints',
    ])
      expect(await failure(openMemoryRpc().request(method))).toEqual({
        code: 'UNSUPPORTED_METHOD',
        message: 'Smart accounts are not set up on this server',
        rpcCode: 4200,
      })
    expect(rpc.node.asked).toEqual([])
  })

  it('about what the account holds is asked of the data API by the same way', async () => {
    const urls: string[] = []
    const rpc = openMemoryRpc({
      async fetch(url) {
        urls.push(url)
        return Response.json({ balances: [] })
      },
    })
    expect(await rpc.request('wallet_getAssets', { account })).toEqual({ '0x7a69': [] })
    expect(urls.every((url) => url.startsWith(apiUrl))).toBe(true)
    expect(urls.length).toBeGreaterThan(0)
  })
})

describe('a request', () => {
  it('that is on no list is refused, and so is what this server does not have, before the wallet is opened', async () => {
    const rpc = openMemoryRpc()
    rpc.wallet.enter = async () => expect.fail('It was opened')
    const refused = async (method: string, said: string) =>
      expect(await failure(rpc.request(method, []))).toEqual({
        code: 'UNSUPPORTED_METHOD',
        message: said,
        rpcCode: 4200,
      })
    for (const method of ['eth_sign', 'wallet_addEthereumChain', 'Personal_sign', 'signPsbt'])
      await refused(method, 'Requested RPC call is not allowed')
    for (const method of ['wallet_grantPermissions', 'wallet_revokePermissions'])
      await refused(method, 'Permissions are not set up on this server')
    await refused('eth_sendUserOperation', 'Smart accounts are not set up on this server')
    expect([rpc.screens.asked, rpc.node.asked]).toEqual([[], []])
  })

  it('of one family is not taken by another', async () => {
    const rpc = openMemoryRpc({ chainOf: async () => solana })
    for (const [method, namespace] of [
      ['solana_signMessage', 'eip155'],
      ['personal_sign', 'solana'],
      ['wallet_showCallsStatus', 'solana'],
    ] as const)
      expect(await failure(rpc.request(method, [], { namespace }))).toMatchObject({
        code: 'INVALID_REQUEST',
        message: `${method} is not a method of this network`,
      })
    expect(await failure(rpc.request('personal_sign', message))).toMatchObject({ code: 'CHAIN_MISMATCH' })
    expect(await failure(rpc.request('wallet_sendCalls', []))).toMatchObject({ code: 'CHAIN_MISMATCH' })
    expect(rpc.screens.asked).toEqual([])
  })

  it('of Solana is for the network that it names, else for one that is known, else for none', async () => {
    const text = { message: 'Cn8eVZg', pubkey: user.addresses.solana }
    const sign = async (chains: readonly FrameChain[], chainId?: string) => {
      const asked: unknown[] = []
      const rpc = openMemoryRpc({
        settings: { apiUrl, chains },
        chainOf: async (id) => {
          asked.push(id)
          return chains.find((each) => each.id === id) ?? chain
        },
      })
      const options = { namespace: 'solana' as const, ...(chainId ? { chainId } : {}) }
      expect(await rpc.request('solana_signMessage', text, options)).toHaveProperty('signature')
      return [asked[0], rpc.shown()[0]?.network]
    }
    const second = { ...solana, id: 'solana:other', name: 'Another Solana' }
    expect(await sign([chain, solana, second], second.id)).toEqual([second.id, 'Another Solana'])
    expect(await sign([chain, solana, second], 'solana:unknown')).toEqual([undefined, 'Solana by name'])
    expect(await sign([chain], solana.id)).toEqual([undefined, 'Solana'])
    const none = openMemoryRpc()
    const asked = none.request('solana_signAndSendTransaction', { transaction: '1' }, { namespace: 'solana' })
    expect(await failure(asked)).toMatchObject({ code: 'CHAIN_NOT_FOUND' })
  })

  it('of Solana is signed without a network as if it were for the main one, and could not be tried', async () => {
    const [own, program] = [base58.decode(user.addresses.solana), new Uint8Array(32)]
    const payment = { program: 2, accounts: [0, 1], data: [2, 0, 0, 0, ...littleEndian(1_500_000_000n)] }
    const message = solanaMessageOf([own, new Uint8Array(32).fill(9), program], [payment])
    const transaction = base58.encode(solanaTransactionOf(message))
    const rpc = openMemoryRpc()
    expect(await rpc.request('solana_signTransaction', { transaction }, { namespace: 'solana' })).toHaveProperty(
      'transaction',
    )
    expect(rpc.shown()).toMatchObject([
      {
        network: 'Solana',
        headline: { text: '1.5 SOL' },
        danger: [],
        warnings: ['This could not be simulated, so its effects are unknown.'],
      },
    ])
    expect(rpc.node.asked).toEqual([])
  })

  it('of Bitcoin and of EVM each go to their own code', async () => {
    const coins = openMemoryRpc({ chainOf: async () => bitcoin })
    const params = { account: user.addresses.bip122.payment, message: 'Hello' }
    await coins.request('signMessage', params, { namespace: 'bip122' })
    expect(coins.wallet.signed).toMatchObject([{ kind: 'bitcoinMessage' }])
    const rpc = openMemoryRpc()
    expect(await rpc.request('personal_sign', message)).toMatch(/^0x/)
    expect(rpc.shown()).toMatchObject([{ headline: { text: 'Hello' }, account }])
  })

  it('watches what is granted and whom something goes to', async () => {
    const rpc = openMemoryRpc({ answers: { eth_getCode: '0x' } })
    const approve = `0x095ea7b3${other.slice(2).toLowerCase().padStart(64, '0')}${'1'.padStart(64, '0')}`
    await rpc.request('eth_sendTransaction', [{ from: account, to: chain.tokens[0]?.address, data: approve }])
    expect(rpc.shown()[0]?.danger).toContain('Who may take it is somebody’s account, and no contract.')
    await rpc.request('eth_sendTransaction', payment)
    const twin = `${other.slice(0, 6)}${'a'.repeat(32)}${other.slice(-4)}`.toLowerCase()
    await rpc.request('eth_sendTransaction', [{ ...payment[0], to: twin }])
    expect(rpc.shown()[2]?.danger).toHaveLength(1)
  })
})

describe('the end of a request', () => {
  afterEach(() => void vi.useRealTimers())

  /** A person who never answers. */
  function waiting() {
    const calls: string[] = []
    const leave: (() => void)[] = []
    const rpc = openMemoryRpc()
    rpc.screens.busy = (onLeave) => {
      calls.push('busy')
      leave.push(onLeave)
      return () => void calls.push('done')
    }
    rpc.screens.answer = (_, signal) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(new LatchkeyError('ABORTED', 'Request was aborted'))),
      )
    return { ...rpc, calls, leave }
  }

  it('comes with the page’s word for all that is under way, and for nothing asked later', async () => {
    const { request, abort, screens, calls } = waiting()
    const all = Promise.all([request('personal_sign', message), request('personal_sign', message)].map(failure))
    await expect.poll(() => screens.asked.length).toBe(2)
    await abort()
    expect(await all).toMatchObject([{ code: 'ABORTED' }, { code: 'ABORTED' }])
    expect(calls).toEqual(['busy', 'busy', 'done', 'done'])
    screens.answer = async () => {}
    expect(await request('personal_sign', message)).toMatch(/^0x/)
  })

  it('comes with the request’s own signal', async () => {
    const { request, screens } = waiting()
    const controller = new AbortController()
    const asked = failure(request('personal_sign', message, { signal: controller.signal }))
    await expect.poll(() => screens.asked.length).toBe(1)
    controller.abort()
    expect(await asked).toMatchObject({ code: 'ABORTED' })
  })

  it('ends also what opens the wallet for it', async () => {
    const { request, wallet } = waiting()
    const controller = new AbortController()
    const given: AbortSignal[] = []
    wallet.enter = ({ signal }) => {
      given.push(signal)
      return new Promise(() => {})
    }
    void request('personal_sign', message, { signal: controller.signal })
    await expect.poll(() => given[0]?.aborted).toBe(false)
    controller.abort()
    expect(given[0]?.aborted).toBe(true)
  })

  it('comes to the wait for another tab, which is told, by the person as well', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const tabs = createTabs()
    const [held, beside] = [openMemoryRpc({ tabs: tabs.open() }), openMemoryRpc({ tabs: tabs.open() })]
    held.screens.answer = () => new Promise(() => {})
    void held.request('eth_sendTransaction', payment)
    await expect.poll(() => held.screens.asked.length).toBe(1)
    const told: unknown[] = []
    let leave = () => {}
    beside.screens.busy = (onLeave, about) => {
      told.push(about)
      leave = onLeave
      return () => void told.push('over')
    }
    for (const [method, params] of [
      ['eth_sendTransaction', payment],
      ['wallet_sendCalls', [{ calls: [{ to: other }] }]],
    ] as const) {
      told.length = 0
      const asked = failure(beside.request(method, params))
      const heard = () => vi.advanceTimersByTimeAsync(100).then(() => told)
      await expect.poll(heard).toEqual([undefined, 'otherTab'])
      leave()
      expect(await asked).toMatchObject({ code: 'USER_REJECTED' })
      expect(told).toEqual([undefined, 'otherTab', 'over', 'over'])
    }
    expect(beside.screens.asked).toEqual([])
  })

  it('is a refusal where the person left, and any other failure stays what it is', async () => {
    const { request, screens, leave, calls } = waiting()
    const asked = failure(request('personal_sign', message))
    await expect.poll(() => screens.asked.length).toBe(1)
    leave[0]?.()
    expect(await asked).toEqual({
      code: 'USER_REJECTED',
      message: 'The request was rejected in the wallet.',
      rpcCode: undefined,
    })
    expect(calls).toEqual(['busy', 'done'])
    screens.answer = async () => {
      leave.at(-1)?.()
      throw new LatchkeyError('UNAUTHORIZED', 'Locked')
    }
    expect(await failure(request('personal_sign', message))).toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('is not disturbed by questions, which draw nothing', async () => {
    const { request, calls } = waiting()
    await request('eth_chainId')
    expect(calls).toEqual([])
  })
})

function failureCode(error: { code?: unknown }): unknown {
  return error.code
}
