import * as core from '@latchkey/core'
import { localTokens } from '@latchkey/devnet'
import type { Hex } from 'viem'
import { stateProblems } from './stateProblems.js'
import type { WalletCommand } from './walletCommand.js'
import { openPage, type WalletPage, type WalletWorld, walletIds } from './walletWorld.js'

/** A payment that was asked for: each has a receiver of its own. `hash` is there once the page was told that it is sent. */
export type Payment = { to: Hex; amount: bigint; token: boolean; hash?: string }

/** One page's life under commands, and all that went wrong in it. */
export type WalletRun = {
  page: WalletPage
  payments: Payment[]
  problems: string[]
  /** How often each action ended in which way. */
  endings: Map<string, number>
}

/** How long the page waits before it aborts what can be aborted, in milliseconds. */
const callTimeout = 800
/** How long anything may take on a busy machine: two questions that are never answered, and repeats. */
const budget = 60_000
/** What is aborted ends at once; the rest is for a busy machine. */
const abortBudget = callTimeout + 10_000
const calm = {
  reject: false,
  pending: false,
  nonsense: false,
  disconnected: false,
  neverAnswer: false,
  wrongChain: false,
  unknownChain: false,
  slow: 0,
}

/** Makes wallets and nodes behave again. */
export async function calmDown(world: WalletWorld, page: WalletPage): Promise<void> {
  for (const wallet of page.wallets) wallet.set(calm)
  await Promise.all(world.nodes.map((node) => node.set('ok')))
}

/** Does one command, waits for its end and looks at what it left. */
export async function runCommand(
  world: WalletWorld,
  run: WalletRun,
  command: WalletCommand,
  receiver: () => Hex,
): Promise<void> {
  const { config, wallets } = run.page
  const signal = AbortSignal.timeout(callTimeout)
  const chainId = (chain: number) => world.local.chains[chain]?.caip2 ?? 'eip155:31337'
  const wallet = 'which' in command ? wallets[command.which] : undefined
  switch (command.does) {
    case 'connect': {
      const connector = walletIds[command.which] ?? walletIds[0]
      await ends(
        run,
        'connect',
        abortBudget,
        core.connect(config, { connector, chainId: chainId(command.chain), signal }),
      )
      break
    }
    case 'disconnect':
      await ends(run, 'disconnect', 20_000, core.disconnect(config))
      break
    case 'reconnect':
      await ends(run, 'reconnect', 20_000, core.reconnect(config))
      break
    case 'reload': {
      const before = [...config.state.connections.keys()]
      run.page.close()
      run.page = openPage(world, run.page.kept)
      for (const [index, { switches }] of wallets.entries()) run.page.wallets[index]?.set(switches)
      const after = [...run.page.config.state.connections.keys()]
      if (String(before) !== String(after)) run.problems.push(`reload: ${before} became ${after}`)
      await ends(run, 'reconnect', 20_000, core.reconnect(run.page.config))
      break
    }
    case 'sign':
      await ends(run, 'sign', abortBudget, core.signMessage(config, { message: 'Hello', signal }))
      break
    case 'switch':
      await ends(run, 'switch', abortBudget, core.switchChain(config, { chainId: chainId(command.chain), signal }))
      break
    case 'balance': {
      const account = core.toAccountId(chainId(command.chain), wallets[0]?.accounts[0] ?? '')
      await ends(run, 'balance', budget, core.getBalance(config, { account, force: true }))
      break
    }
    case 'send': {
      const pay = async () => {
        const payment: Payment = { to: receiver(), amount: BigInt(run.payments.length + 1), token: command.token }
        run.payments.push(payment)
        const { to, amount } = payment
        const token = command.token ? { token: localTokens[0].address } : {}
        const hash = await ends(run, 'send', abortBudget, core.sendTransfer(config, { to, amount, signal, ...token }))
        if (hash !== undefined) payment.hash = hash
      }
      await Promise.all(command.twice ? [pay(), pay()] : [pay()])
      break
    }
    case 'revoke':
      wallet?.revoke()
      break
    case 'account':
      if (command.index < (wallet?.accounts.length ?? 0)) wallet?.selectAccount(command.index)
      break
    case 'chain':
      wallet?.selectChain(world.local.chains[command.index]?.chainId ?? 31337)
      break
    case 'wallet fault':
      wallet?.set(command.switches)
      break
    case 'node fault':
      await world.nodes[command.chain]?.set(command.mode)
      break
    case 'calm':
      await calmDown(world, run.page)
  }
  run.problems.push(...problemsOf(run.page).map((problem) => `${JSON.stringify(command)}: ${problem}`))
}

function problemsOf({ config, kept }: WalletPage): string[] {
  const problems = stateProblems(config)
  if (config.state.pending !== undefined) problems.push(`${config.state.pending} is still being asked`)
  const flying = [...config._internal.inFlight.keys()].filter((name) => name !== 'reconnect')
  if (flying.length > 0) problems.push(`${flying} never landed`)
  const saved = JSON.parse(kept.get('page/@latchkey/state') ?? 'null') as {
    connections: { connectorId: string }[]
  } | null
  const ids = saved?.connections.map(({ connectorId }) => connectorId) ?? []
  if (String(ids) !== String([...config.state.connections.keys()])) problems.push(`keeps ${ids} for the next visit`)
  return problems
}

/** Waits for the end of an action: an answer, or a coded error, in time. */
async function ends<value>(
  run: WalletRun,
  action: string,
  within: number,
  promise: Promise<value>,
): Promise<value | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), within)
  })
  const settled = promise.then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  )
  const ending = await Promise.race([settled, late])
  clearTimeout(timer)
  let name = 'done'
  if (ending === 'late') name = 'NEVER ENDED'
  else if ('error' in ending) name = core.isLatchkeyError(ending.error) ? ending.error.code : `UNCODED ${ending.error}`
  if (/^(NEVER|UNCODED|UNKNOWN)/.test(name)) run.problems.push(`${action}: ${name}`)
  run.endings.set(`${action} ${name}`, (run.endings.get(`${action} ${name}`) ?? 0) + 1)
  return ending !== 'late' && 'answer' in ending ? ending.answer : undefined
}
