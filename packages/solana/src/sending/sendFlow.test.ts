import { createSendFlow, getBalances, quoteTransfer, type SendFlow, sendTransfer } from '@latchkey/core'
import { solanaTokens, startFaultyNode } from '@latchkey/devnet'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { alice } from '../../../core/test/chains.js'
import { payForPlaces } from '../../test/solanaBids.js'
import { solanaWorld } from '../../test/solanaWorld.js'

const world = solanaWorld({ slotTime: 200 })
const timeout = { timeout: 15_000 }

async function start(sends = true) {
  const { config, wallet, account } = await world.connected({ index: 4, sends })
  const flow = createSendFlow(config, { locale: 'en' })
  onTestFinished(() => flow.destroy())
  flow.offer(await getBalances(config, { account, forceUpdate: [] }))
  return { flow, config, wallet, account }
}

const ready = (flow: SendFlow) => vi.waitFor(() => expect(flow.getState().isReady).toBe(true), timeout)
const quoted = (flow: SendFlow, status: string) =>
  vi.waitFor(() => expect(flow.getState().quote.status).toBe(status), timeout)

/** How much of a token somebody has, by the accounts of the chain. */
async function heldBy(owner: string, mint: string): Promise<string[]> {
  const params = [owner, { mint }, { encoding: 'jsonParsed' }]
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getTokenAccountsByOwner', params })
  const response = await fetch(world.chain.url, { method: 'POST', body })
  const { result } = (await response.json()) as {
    result: { value: { account: { data: { parsed: { info: { tokenAmount: { amount: string } } } } } }[] }
  }
  return result.value.map(({ account }) => account.data.parsed.info.tokenAmount.amount)
}

describe('createSendFlow on Solana', () => {
  it('behavior: sends SOL from draft to block', async () => {
    const { flow, wallet } = await start()
    const { address: to } = await world.stranger()
    flow.edit({ amountText: '0.25', to })
    await ready(flow)
    flow.review()
    await flow.confirm()
    expect(flow.getState()).toMatchObject({ phase: 'confirmed', sent: { amount: '0.25', symbol: 'SOL', to } })
    expect(wallet.asked).toHaveLength(1)
    expect(await import('@latchkey/solana').then(({ solana }) => solana().getBalance(world.context(), to))).toBe(
      250_000_000n,
    )
  })

  it('behavior: max leaves the fee and the rent of the account, and what is left can be sent', async () => {
    const sender = await world.stranger({ isFunded: true })
    const { flow, config, fake } = await world.connected({ index: 5 }).then(async (connected) => {
      const flow = createSendFlow(connected.config, { locale: 'en' })
      onTestFinished(() => flow.destroy())
      return { ...connected, flow }
    })
    fake.say({ accounts: [sender.address] })
    flow.offer(await getBalances(config, { account: `${world.chain.chainId}:${sender.address}`, forceUpdate: [] }))
    const { address: to } = await world.stranger()
    flow.edit({ to })
    await flow.max()
    expect(flow.getState().draft.amountText).toBe('9.99910412')
    await ready(flow)
    expect(flow.getState().checks.amountProblem).toBeUndefined()
    flow.edit({ amountText: '9.9992' })
    await quoted(flow, 'ready')
    expect(flow.getState()).toMatchObject({ isReady: false, checks: { amountProblem: 'fee' } })
  })

  it('behavior: a token that the receiver has no account for counts that account’s rent', async () => {
    const { flow, config, account } = await start()
    await world.chain.fund(account.split(':')[2] ?? '')
    const balances = await getBalances(config, { account, forceUpdate: [] })
    flow.edit({ token: balances.find(({ address }) => address?.endsWith(solanaTokens[0]?.address ?? '-')) })
    const { address: to } = await world.stranger()
    flow.edit({ amountText: '1.5', to })
    await ready(flow)
    expect(flow.getState().quote).toMatchObject({ value: { fee: 5000n, reserve: 2_039_280n + 890_880n } })
  })

  it('behavior: too little for a new receiver is said before the review', async () => {
    const { flow } = await start()
    flow.edit({ amountText: '0.0001', to: (await world.stranger()).address })
    await quoted(flow, 'failed')
    expect(flow.getState()).toMatchObject({ isReady: false, quote: { error: { code: 'INVALID_AMOUNT' } } })
  })

  it('behavior: an address of another family is invalid here, and the family is named', async () => {
    const { flow } = await start()
    flow.edit({ to: alice })
    expect(flow.getState().checks).toMatchObject({ receiverProblem: 'invalid', receiverFamily: 'eip155' })
    flow.edit({ to: 'nobody' })
    expect(flow.getState().checks.receiverProblem).toBe('invalid')
    expect(flow.getState().checks).not.toHaveProperty('receiverFamily')
    flow.edit({ to: (await world.stranger()).address })
    expect(flow.getState().checks.receiverProblem).toBeUndefined()
    expect(flow.getState().checks).not.toHaveProperty('receiverFamily')
  })

  it('behavior: in another case it is another address, and it is sent to as it was typed', async () => {
    const { flow, wallet } = await start()
    const { address: to } = await world.stranger()
    flow.edit({ amountText: '0.25', to: ` ${to} ` })
    await ready(flow)
    expect(flow.getState()).toMatchObject({ badChecksum: undefined, checks: { warnings: [] } })
    flow.review()
    await flow.confirm()
    expect(flow.getState().sent?.to).toBe(to)
    flow.begin()
    flow.edit({ to: wallet.address })
    expect(flow.getState().checks.warnings).toEqual(['own'])
  })

  it('behavior: sends a collectible, and refuses one that is frozen', async () => {
    const { flow, wallet } = await start()
    const [mint, frozen] = [
      await world.chain.mintCollectible({ to: wallet.address, name: 'Key #1' }),
      await world.chain.mintCollectible({ to: wallet.address, name: 'Key #2', isProgrammable: true }),
    ]
    const itemOf = (contract: string) => ({
      name: 'Key #1',
      symbol: 'Key #1',
      chainId: world.chain.chainId,
      price: 0,
      iconUrl: '',
      quantity: { decimals: '0', numeric: '1' },
      address: `${world.chain.chainId}:${contract}` as const,
      collectible: { standard: 'metaplex', tokenId: '0' } as const,
    })
    const { address: to } = await world.stranger()
    flow.edit({ token: itemOf(frozen), amountText: '1', to })
    await quoted(flow, 'failed')
    flow.edit({ token: itemOf(mint) })
    await ready(flow)
    flow.review()
    await flow.confirm()
    expect(flow.getState()).toMatchObject({
      phase: 'confirmed',
      sent: { amount: '1', symbol: 'Key #1', to, token: mint },
    })
    expect([await heldBy(to, mint), await heldBy(wallet.address, mint)]).toEqual([['1'], ['0']])
  })

  it.each([
    ['SENDING_UNSUPPORTED', { standard: 'erc721', tokenId: '0' }, 1n],
    ['INVALID_AMOUNT', { standard: 'metaplex', tokenId: '0' }, 2n],
    ['INVALID_PARAMS', { standard: 'metaplex', tokenId: 'x' }, 1n],
  ] as const)('error: %s for what is no collectible of Solana', async (code, collectible, amount) => {
    const { config } = await world.connected({ index: 4 })
    const { address: to } = await world.stranger()
    const item = { to, amount, token: solanaTokens[0]?.address ?? '', collectible }
    await expect(quoteTransfer(config, item)).rejects.toMatchObject({ code })
    await expect(sendTransfer(config, item)).rejects.toMatchObject({ code })
  })

  it('behavior: a transaction that expired in the wallet was not sent, and the next one can be', async () => {
    const { flow, wallet } = await start(false)
    flow.edit({ amountText: '0.25', to: (await world.stranger()).address })
    await ready(flow)
    flow.review()
    wallet.switches.meanwhile = () => world.chain.skipSlots(200)
    await flow.confirm()
    expect(flow.getState()).toMatchObject({
      phase: 'preview',
      notice: 'notSent',
      mayBeSent: false,
      error: { code: 'TRANSACTION_EXPIRED' },
      quote: { status: 'ready', id: 2 },
    })
    wallet.switches.meanwhile = () => {}
    await flow.confirm()
    expect(flow.getState().phase).toBe('confirmed')
  })

  it('behavior: a fee that rose since it was shown is shown anew, and the wallet is not asked before it was seen', async () => {
    world.chain.skipSlots(200)
    const { flow, wallet } = await start()
    flow.edit({ amountText: '0.25', to: (await world.stranger()).address })
    await ready(flow)
    expect(flow.getState().quote).toMatchObject({ value: { fee: 5000n } })
    flow.review()
    await payForPlaces(world, [1_000_000n])
    await flow.confirm()
    expect(flow.getState()).toMatchObject({
      phase: 'preview',
      notice: 'notSent',
      error: { code: 'FEE_CAP_TOO_LOW' },
      // 495 units at a lamport, and a quarter more.
      quote: { value: { fee: 5619n } },
    })
    expect(wallet.asked).toEqual([])
    await flow.confirm()
    expect(flow.getState().phase).toBe('confirmed')
    world.chain.skipSlots(200)
  })

  it('behavior: a node that goes before the wallet is asked has sent nothing; one that goes afterwards leaves it open', async () => {
    const node = await startFaultyNode({ target: world.chain.url, mode: 'ok' })
    onTestFinished(() => node.stop())
    const { config, wallet, account } = await world.connected({ index: 6, sends: false, urls: [node.url] })
    const flow = createSendFlow(config, { locale: 'en' })
    onTestFinished(() => flow.destroy())
    flow.offer(await getBalances(config, { account, forceUpdate: [] }))
    flow.edit({ amountText: '0.25', to: (await world.stranger()).address })
    await ready(flow)
    flow.review()
    await node.set({ status: 503 })
    await flow.confirm()
    expect(wallet.asked).toEqual([])
    expect(flow.getState()).toMatchObject({ phase: 'preview', notice: 'notSent', mayBeSent: false })
    await node.set('ok')
    wallet.switches.meanwhile = () => node.set({ status: 503 })
    await flow.confirm()
    expect(wallet.asked).toHaveLength(1)
    expect(flow.getState()).toMatchObject({ phase: 'preview', notice: 'unknown', mayBeSent: true })
  })
})
