import { connect, sendTransfer, waitForTransactionReceipt } from '@latchkey/core'
import { localTokens } from '@latchkey/devnet'
import fc from 'fast-check'
import { createPublicClient, erc20Abi, type Hex, http, pad, toHex } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { printedSeed, rounds } from './rounds.js'
import { walletCommand } from './test/walletCommand.js'
import { calmDown, type Payment, runCommand, type WalletRun } from './test/walletRun.js'
import { openPage, payers, startWalletWorld, type WalletWorld, walletIds } from './test/walletWorld.js'

let world: WalletWorld
const rejections: unknown[] = []
const listen = (reason: unknown) => rejections.push(reason)
beforeAll(async () => {
  world = await startWalletWorld()
  process.on('unhandledRejection', listen)
})
afterAll(async () => {
  process.off('unhandledRejection', listen)
  await world.stop()
})

it('a page survives every order of faults of wallets and nodes, and pays once what it says it paid', async () => {
  const steps = rounds(20, 2000)
  const perPage = Math.min(steps, 50)
  const pages = Math.ceil(steps / perPage)
  const endings = new Map<string, number>()
  let receivers = 0
  const receiver = () => {
    receivers++
    return pad(toHex(0x2000_0000 + receivers), { size: 20 })
  }
  const commands = fc.array(walletCommand(steps > 100), { minLength: perPage, maxLength: perPage, size: 'max' })
  const property = fc.asyncProperty(commands, async (list) => {
    const run: WalletRun = { page: openPage(world), payments: [], problems: [], endings }
    const before = await used()
    try {
      for (const command of list) await runCommand(world, run, command, receiver)
      expect(run.problems).toEqual([])
      // Once the faults are over, the very same page works.
      await calmDown(world, run.page)
      await settled()
      const last: Payment = { to: receiver(), amount: 7n, token: false }
      await connect(run.page.config, { connector: walletIds[0], chainId: 'eip155:31337' })
      last.hash = await sendTransfer(run.page.config, { to: last.to, amount: last.amount })
      expect(await waitForTransactionReceipt(run.page.config, { hash: last.hash })).toMatchObject({
        status: 'confirmed',
      })
      run.payments.push(last)
      const paid = await check(run.payments)
      expect((await used()) - before, 'numbers used by the payers').toBe(paid)
    } finally {
      run.page.close()
    }
    expect(rejections.splice(0)).toEqual([])
  })
  await fc.assert(property, { seed: printedSeed('wallet'), numRuns: pages, endOnFailure: steps > 100, verbose: 1 })
  const counts = [...endings].sort(([, one], [, other]) => other - one).map(([name, count]) => `${name} ${count}`)
  console.log(`wallet: ${steps} steps on ${pages} pages, ${receivers} payments asked for; ${counts.join(', ')}`)
})

const clients = () => world.local.chains.map(({ url }) => createPublicClient({ transport: http(url) }))

/** How many numbers the payers have used on both chains; nothing may wait behind a gap. */
async function used(): Promise<number> {
  const all = clients().flatMap((client) =>
    payers.map(async (address) => {
      const [mined, pending] = await Promise.all([
        client.getTransactionCount({ address }),
        client.getTransactionCount({ address, blockTag: 'pending' }),
      ])
      expect(pending, `numbers of ${address}`).toBe(mined)
      return mined
    }),
  )
  return (await Promise.all(all)).reduce((sum, count) => sum + count, 0)
}

/** Waits until what wallets still had under way when the page gave up has come to its end. */
async function settled(): Promise<void> {
  let before = -1
  for (let quiet = 0; quiet < 3; ) {
    const now = await used().catch(() => -1)
    quiet = now === before && now !== -1 ? quiet + 1 : 0
    before = now
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
}

/** Each payment is on one chain once if the page was told so, and at most once if not; gives how many are there. */
async function check(payments: readonly Payment[]): Promise<number> {
  let paid = 0
  for (const { to, amount, token, hash } of payments) {
    const got = await Promise.all(clients().map((client) => heldBy(client, to, token)))
    const total = got.reduce((sum, value) => sum + value, 0n)
    expect([hash === undefined ? 0n : amount, amount], `paid to ${to} (${hash})`).toContain(total)
    if (total > 0n) paid++
    if (hash === undefined) continue
    const receipts = await Promise.all(
      clients().map((client) => client.getTransactionReceipt({ hash: hash as Hex }).catch(() => undefined)),
    )
    expect(receipts.filter((receipt) => receipt?.status === 'success')).toHaveLength(1)
  }
  return paid
}

function heldBy(client: ReturnType<typeof clients>[number], to: Hex, token: boolean): Promise<bigint> {
  if (!token) return client.getBalance({ address: to })
  return client.readContract({
    address: localTokens[0].address,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [to],
  })
}
