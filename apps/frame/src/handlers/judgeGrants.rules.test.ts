import { LatchkeyError } from '@latchkey/protocol/errors'
import { describe, expect, it } from 'vitest'
import { createFakeScreens } from '../../test/fakeScreens.js'
import { chain, context, other, usdc } from '../../test/signingContext.js'
import type { ChainClient } from '../chains/createChainClient.js'
import { toApproval } from '../signing/signingContext.js'
import { createMemoryStorage } from '../storage/createMemoryStorage.js'
import type { Approval, Grant } from '../types.js'
import { judgeGrants } from './judgeGrants.js'
import { watchGrants } from './watchGrants.js'
import { watchReceivers } from './watchReceivers.js'

const spender = '0x00000000000000000000000000000000c0ffee01'
const { signal } = new AbortController()
const hex = (value: bigint) => `0x${value.toString(16)}`
type Node = { supply?: bigint; balance?: bigint; code?: string; count?: bigint }

/** A network that answers with these facts, and with nothing that is not among them. */
function networkOf(facts: Node) {
  const asked: { method: string; params: readonly unknown[] }[] = []
  const client: Pick<ChainClient, 'call'> = {
    async call(_chain, method, params, options) {
      expect(options?.signal).toBe(signal)
      asked.push({ method, params: params as readonly unknown[] })
      const [first] = params as readonly unknown[]
      const data = String((first as { data?: string })?.data)
      const answers: { readonly [method: string]: bigint | string | undefined } = {
        eth_getCode: facts.code,
        eth_getTransactionCount: facts.count,
        eth_call: data.startsWith('0x18160ddd') ? facts.supply : facts.balance,
      }
      const answer = answers[method]
      if (answer === undefined) throw new LatchkeyError('RPC_UNREACHABLE', 'No answer')
      return typeof answer === 'bigint' ? hex(answer) : answer
    },
  }
  return { client: client as ChainClient, asked }
}

const contract: Node = { supply: 1_000n, balance: 5n, code: '0x60', count: 1n }
const approvalOf = (grants: readonly Grant[] | undefined, more: Partial<Approval> = {}): Approval => ({
  ...toApproval(context, { action: 'Approve', title: 'Let somebody take tokens' }),
  rows: [
    { label: 'Spender', value: spender, form: 'address' },
    { label: 'The same as a text', value: spender, form: 'text' },
    { label: 'Another', value: other, form: 'address' },
  ],
  ...(grants ? { grants } : {}),
  ...more,
})
async function judge(facts: Node, grants: readonly Grant[] | undefined, more: Partial<Approval> = {}) {
  const { client, asked } = networkOf(facts)
  return { asked, approval: await judgeGrants(approvalOf(grants, more), { client, chain, signal }) }
}
const far = 'This is far more than you hold: it lets somebody else take all of your tokens of this kind, now and later.'
const notCompared = 'This sum could not be compared with what you hold, or with all that there is of the token.'
const notFound = 'Who may take it could not be looked up on the network.'
const outcome = ({ approval: { danger, warnings, needsSecondLook } }: { approval: Approval }) => ({
  danger,
  warnings,
  needsSecondLook,
})
const fine = { danger: [], warnings: [], needsSecondLook: false }
const red = (...danger: string[]) => ({ danger, warnings: [], needsSecondLook: true })
const sum = (amount: bigint): Grant => ({ spender, token: usdc, amount })

describe('a sum', () => {
  it('of all that there is, or of more than 100 times what is held, is red', async () => {
    for (const amount of [1n, 500n]) expect(outcome(await judge(contract, [sum(amount)]))).toEqual(fine)
    for (const amount of [501n, 999n, 1_000n, 1_001n])
      expect(outcome(await judge(contract, [sum(amount)]))).toEqual(red(far))
    expect(outcome(await judge({ ...contract, balance: 100n }, [sum(999n)]))).toEqual(fine)
    expect(outcome(await judge({ ...contract, balance: 100n }, [sum(1_000n)]))).toEqual(red(far))
  })

  it('is not judged where there is no end to it, or none is named, or no token: that is said elsewhere', async () => {
    const { asked } = await judge(contract, [{ spender, amount: 1_000n }])
    expect(asked.map(({ method }) => method).sort()).toEqual(['eth_getCode', 'eth_getTransactionCount'])
    for (const grant of [sum(1n << 96n), { spender, token: usdc }, { spender, amount: 1_000n }])
      expect(outcome(await judge(contract, [grant]))).toEqual(fine)
  })

  it('says so where it could not be compared, and nothing of a token that there is none of', async () => {
    const warned = { ...fine, warnings: [notCompared] }
    for (const missing of [{ supply: 1_000n }, { balance: 5n }, {}])
      expect(outcome(await judge({ code: '0x60', count: 1n, ...missing }, [sum(400n)]))).toEqual(warned)
    expect(outcome(await judge({ code: '0x60', count: 1n }, [{ spender, token: usdc }]))).toEqual(fine)
    expect(outcome(await judge({ code: '0x60', count: 1n, supply: 10n }, [sum(10n)]))).toEqual(red(far))
    for (const none of [{ supply: 0n }, { balance: 0n }, { supply: 0n, balance: 0n }]) {
      const facts = { supply: 1_000n, balance: 100n, code: '0x60', count: 1n, ...none }
      expect(outcome(await judge(facts, [sum(400n)]))).toEqual(fine)
    }
  })

  it('is asked of the token itself, for the account that signs, each once', async () => {
    const { asked } = await judge(contract, [sum(1n), sum(2n), { ...sum(3n), token: other }])
    const balanceOf = `0x70a08231${context.account.slice(2).toLowerCase().padStart(64, '0')}`
    const calls = asked.filter(({ method }) => method === 'eth_call').map(({ params }) => params)
    expect(calls).toHaveLength(4)
    for (const to of [usdc, other])
      for (const data of ['0x18160ddd', balanceOf]) expect(calls).toContainEqual([{ to, data }, 'latest'])
    expect(asked).toContainEqual({ method: 'eth_getCode', params: [spender, 'latest'] })
    expect(asked).toContainEqual({ method: 'eth_getTransactionCount', params: [spender, 'latest'] })
    expect(asked).toHaveLength(6)
  })
})

describe('a spender', () => {
  const neverUsed = 'Who may take it is an address that has never been used, and no contract.'
  const noContract = 'Who may take it is somebody’s account, and no contract.'

  it('that is no contract is red, whatever it has signed for', async () => {
    const spent = (code: string, count?: bigint) => {
      const facts: Node = { supply: 1_000n, balance: 5n, code }
      return judge(count === undefined ? facts : { ...facts, count }, [sum(1n)])
    }
    expect(outcome(await spent('0x', 0n))).toEqual(red(neverUsed))
    expect(outcome(await spent('0x', 1n))).toEqual(red(noContract))
    expect(outcome(await spent('0x'))).toEqual(red(noContract))
    expect(outcome(await spent(`0xef0100${'11'.repeat(20)}`, 0n))).toEqual(red(neverUsed))
    expect(outcome(await spent('0xef01', 0n))).toEqual(fine)
    expect(outcome(await spent(`0x60ef0100`, 0n))).toEqual(fine)
  })

  it('that could not be looked up is said to be so', async () => {
    const facts = { supply: 1_000n, balance: 5n, count: 0n }
    expect(outcome(await judge(facts, [sum(1n)]))).toEqual({ ...fine, warnings: [notFound] })
  })

  it('is drawn in red wherever its address stands, when it or its sum is', async () => {
    const tones = async (facts: Node, grants: readonly Grant[]) =>
      (await judge(facts, grants)).approval.rows.map(({ tone }) => tone)
    expect(await tones(contract, [sum(1n)])).toEqual([undefined, undefined, undefined])
    expect(await tones(contract, [sum(1_000n)])).toEqual(['danger', undefined, undefined])
    expect(await tones({ ...contract, code: '0x' }, [sum(1n)])).toEqual(['danger', undefined, undefined])
    expect(await tones({ ...contract, code: '0x' }, [{ spender: other }])).toEqual([undefined, undefined, 'danger'])
    expect(await tones(contract, [{ spender, amount: 1_000n }])).toEqual([undefined, undefined, undefined])
    expect(await tones(contract, [{ spender, token: usdc }])).toEqual([undefined, undefined, undefined])
  })
})

describe('what is shown', () => {
  it('keeps what was said before, says nothing twice, and does not carry the grants on', async () => {
    const before = { danger: [far, 'Before'], warnings: ['Known', notCompared], needsSecondLook: true }
    const { approval } = await judge({ code: '0x60', count: 1n, balance: 1n }, [sum(50n), sum(101n)], before)
    expect(outcome({ approval })).toEqual({
      danger: [far, 'Before'],
      warnings: [notCompared, 'Known'],
      needsSecondLook: true,
    })
    expect(approval).not.toHaveProperty('grants')
    expect(approval.account).toBe(context.account)
    const none = await judge({}, undefined)
    expect([none.asked, outcome(none)]).toEqual([[], fine])
    expect(outcome(await judge(contract, [sum(1n)], { needsSecondLook: true })).needsSecondLook).toBe(true)
  })

  it('is judged before it is shown, where something is granted, and left as it is elsewhere', async () => {
    const screens = createFakeScreens()
    screens.answer = async () => {}
    const { client, asked } = networkOf({ ...contract, code: '0x' })
    const watched = watchGrants(screens, { client, chain })
    const show = (approval: Approval) =>
      watched.ask({ kind: 'approve', what: 'evmTransaction', approval, origin: context.origin }, { signal })
    const plain = approvalOf(undefined)
    await show(plain)
    await show(approvalOf([]))
    expect(asked).toEqual([])
    await show(approvalOf([sum(1n)]))
    const shown = screens.asked.map((screen) => (screen.kind === 'approve' ? screen.approval : undefined))
    expect(shown[0]).toBe(plain)
    expect(shown[2]?.danger).toEqual([expect.stringMatching(/no contract/)])
    const sending = { kind: 'sending', count: 1 } as Parameters<typeof watched.ask>[0]
    await watched.ask(sending, { signal })
    expect(screens.asked.at(-1)).toBe(sending)
  })

  it('has the picture and the worth of what is granted, where they can be read, beside what was judged', async () => {
    const screens = createFakeScreens()
    screens.answer = async () => {}
    const { client } = networkOf({ ...contract, code: '0x' })
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'
    const fungibles = [{ address: `${chain.id}:${usdc}`, price: 2 }]
    const show = async (apiUrl: string) => {
      const fetch = async (url: string) => (url.includes('/v1/') ? Response.json({ fungibles }) : new Response(svg))
      const watched = watchGrants(screens, {
        client,
        chain,
        market: { settings: { apiUrl }, projectId: 'project', fetch },
      })
      const approval = approvalOf([sum(5_000_000n)], { headline: { text: '5 USDC' } })
      await watched.ask({ kind: 'approve', what: 'evmTypedData', approval, origin: context.origin }, { signal })
      const screen = screens.asked.at(-1)
      return screen?.kind === 'approve' ? [screen.approval.headline, screen.approval.danger.length] : []
    }
    const icon = `data:image/svg+xml,${encodeURIComponent(svg)}`
    expect(await show('https://api.example')).toEqual([{ text: '5 USDC', fiat: '$10.00', icon }, 2])
    expect(await show('no address')).toEqual([{ text: '5 USDC' }, 2])
  })
})

describe('receivers', () => {
  const twin = (address: string) => `${address.slice(0, 6)}${'a'.repeat(32)}${address.slice(-4)}`.toLowerCase()
  function world(id = chain.id, history: readonly string[] = []) {
    const screens = createFakeScreens()
    screens.answer = async () => {}
    const [storage, urls] = [createMemoryStorage(), [] as string[]]
    const payment = (sentTo: string) => ({
      metadata: { sentFrom: context.account, sentTo, status: 'confirmed' },
      transfers: [{ direction: 'out', quantity: { numeric: '1' } }],
    })
    const watched = watchReceivers(screens, {
      storage,
      chain: { ...chain, id },
      settings: { apiUrl: 'https://api.example' },
      embedder: { projectId: 'project' },
      async fetch(url) {
        urls.push(url)
        if (url.includes('/profile/reverse/')) return Response.json([{ name: 'alice.names.example' }])
        return Response.json({ data: history.map(payment) })
      },
    })
    const send = async (...to: readonly string[]) => {
      const rows = to.map((value) => ({ label: 'To', value, form: 'address', isReceiver: true }) as const)
      const approval = approvalOf(undefined, { rows })
      await watched.ask({ kind: 'approve', what: 'evmTransaction', approval, origin: context.origin }, { signal })
      const screen = screens.asked.at(-1)
      return screen?.kind === 'approve' ? screen.approval.danger.length : undefined
    }
    const kept = async () => (await storage.read('receivers', context.account))?.addresses
    return { screens, urls, watched, send, kept }
  }

  it('are held against those of before, of the history and the account itself, and remembered, the newest first', async () => {
    const { kept, send, urls } = world(undefined, [usdc])
    expect(await send(other)).toBe(0)
    expect(await kept()).toEqual([other])
    expect(await send(twin(other))).toBe(1)
    expect(await send(twin(usdc))).toBe(1)
    expect(await send(twin(context.account))).toBe(1)
    expect(await send(other)).toBe(0)
    expect(await kept()).toEqual([other, twin(context.account), twin(usdc), twin(other)])
    // Names are asked for as well, and what they say judges nothing.
    expect(urls.filter((url) => url.includes('/history'))).toHaveLength(5)
    const many = Array.from({ length: 250 }, (_, at) => `0x${at.toString(16).padStart(40, '0')}`)
    await send(...many)
    expect(await kept()).toEqual(many.slice(0, 200))
  })

  it('stand with the names that they have, but for one that looks like another', async () => {
    const { screens, send } = world()
    const named = () => {
      const screen = screens.asked.at(-1)
      return screen?.kind === 'approve' && screen.approval.rows.filter(({ label }) => label === 'Name')
    }
    await send(other)
    expect(named()).toEqual([{ label: 'Name', value: 'alice.names.example' }])
    await send(twin(other))
    expect(named()).toEqual([])
  })

  it('of other families have no such history', async () => {
    const { send, urls } = world('solana:x', [usdc])
    expect(await send(twin(usdc))).toBe(0)
    expect(urls).toEqual([])
  })

  it('are not remembered when they were refused, and nothing is asked where nothing is sent', async () => {
    const { screens, kept, send, urls, watched } = world()
    screens.answer = async () => {
      throw new Error('No')
    }
    await expect(send(other)).rejects.toThrow('No')
    expect(await kept()).toBeUndefined()
    screens.answer = async () => {}
    const before = urls.length
    const plain = approvalOf(undefined)
    await watched.ask({ kind: 'approve', what: 'evmTransaction', approval: plain, origin: context.origin }, { signal })
    const sending = { kind: 'sending', count: 1 } as Parameters<typeof watched.ask>[0]
    await watched.ask(sending, { signal })
    expect(screens.asked.slice(-2)).toEqual([expect.objectContaining({ approval: plain }), sending])
    expect([urls.length, await kept()]).toEqual([before, undefined])
  })
})
