import { type AccountId, evmNativeAddress, isAccountId, parseAccountId } from '@latchkey/protocol/caip'
import { type Context, Hono } from 'hono'
import * as z from 'zod'
import type { Chain } from '../platform/chains/chain.js'
import { readJsonBody } from '../platform/http/readJsonBody.js'
import { Refusal } from '../platform/http/refusal.js'
import type { HonoEnv } from '../platform/http/vars.js'
import type { Gate } from '../platform/limits/gate.js'
import { UpstreamFault } from '../platform/upstream/upstreamFault.js'
import type { QuoteMemory } from './createQuoteMemory.js'
import type { Swaps } from './createSwaps.js'
import type { SwapLedger } from './ledger/createSwapLedger.js'
import { minimumOf } from './minimumOf.js'
import { readAmount, readQuoteUser, readSwapChain, readSwapPair, readSwapToken, readSwapUser } from './readSwapPair.js'

const noStore = { 'cache-control': 'no-store' }

const accountId = z.custom<AccountId>(isAccountId, 'must be a CAIP-10 id')
const slippage = z
  .union([z.number(), z.string().regex(/^\d{1,2}(\.\d{1,2})?$/)], 'must be a percentage from 0 to 50')
  .transform((value) => Math.round(Number(value) * 100))
  .pipe(z.number().min(0).max(5_000))

/** Body of `POST /v1/convert/build-transaction`; `slippage` becomes hundredths of a percent. */
const swapRequest = z.object({
  projectId: z.string().optional(),
  amount: z.string(),
  from: accountId,
  to: accountId,
  userAddress: accountId,
  eip155: z.object({ slippage }, 'must be there'),
  disableEstimate: z.boolean().default(false),
})

/** `/v1/convert/…`: tokens, quotes and transactions of swaps. Nothing is sent for anybody here. */
export function swapRoutes(options: {
  gate: Gate
  swaps: Swaps
  memory: QuoteMemory
  ledger: Pick<SwapLedger, 'promise'>
  /** The picture of the native coin or of a listed token; empty where there is none. */
  iconUrl: (chain: Chain, token: Chain['tokens'][number] | undefined, requestUrl: string) => string
}): Hono<HonoEnv> {
  const { gate, swaps, memory, ledger } = options
  const app = new Hono<HonoEnv>()
  const admit = (c: Context<HonoEnv>) => {
    gate.limit(c.get('ip'))
    gate.project(c.req.query('projectId'))
  }

  app.get('/v1/convert/tokens', async (c) => {
    admit(c)
    const { chain, port } = readSwapChain(c.req.query('chainId'), gate, swaps)
    const asked = c.req.query('address')
    const only = asked === undefined || asked === '' ? undefined : readQuoteToken(asked, chain, gate, swaps)
    const found = await answered(port.tokens(only))
    const tokens = found.map((token) => {
      if (token.logoUri) return token
      const { address } = parseAccountId(token.address)
      const listed = chain.tokens.find((one) => one.address.toLowerCase() === address.toLowerCase())
      const isKnown = listed !== undefined || address === evmNativeAddress
      return { ...token, logoUri: (isKnown && options.iconUrl(chain, listed, c.req.url)) || null }
    })
    return c.json({ tokens }, 200, noStore)
  })

  app.get('/v1/convert/quotes', async (c) => {
    admit(c)
    const { amount: units, from: sold, to: bought, userAddress, gasPrice } = c.req.query()
    const { chain, port, from, to } = readSwapPair({ from: sold, to: bought }, gate, swaps)
    const pair = { from, to, amount: readAmount(units, 1n) }
    const user = readQuoteUser(userAddress, chain)
    if (gasPrice !== undefined && !/^\d{0,78}$/.test(gasPrice))
      throw new Refusal(400, 'gasPrice', 'gasPrice must be a whole number of wei')
    const found = await answered(port.quote(pair, user))
    if (found === undefined) return c.json({ quotes: [] }, 200, noStore)
    if (user !== undefined) await memory.keep(chain, user, pair, found.toAmount)
    const quote = {
      id: null,
      fromAmount: String(pair.amount),
      fromAccount: sold,
      toAmount: String(found.toAmount),
      toAccount: bought,
      priceImpact: found.priceImpact ?? null,
      route: found.route?.map(port.idOf) ?? null,
      gas: found.gas === undefined ? null : String(found.gas),
    }
    return c.json({ quotes: [quote] }, 200, noStore)
  })

  app.get('/v1/convert/gas-price', async (c) => {
    admit(c)
    const { port } = readSwapChain(c.req.query('chainId'), gate, swaps)
    const { standard, fast, instant } = await answered(port.gasPrice())
    return c.json({ standard: String(standard), fast: String(fast), instant: String(instant) }, 200, noStore)
  })

  app.get('/v1/convert/allowance', async (c) => {
    admit(c)
    const { chain, port, address } = readSwapToken('tokenAddress', c.req.query('tokenAddress'), gate, swaps)
    const user = readSwapUser(c.req.query('userAddress'), chain)
    return c.json({ allowance: String(await answered(port.allowance(address, user))) }, 200, noStore)
  })

  app.get('/v1/convert/build-approve', async (c) => {
    admit(c)
    const { from: sold, to: bought, userAddress, amount: units } = c.req.query()
    const { chain, port, from, to } = readSwapPair({ from: sold, to: bought }, gate, swaps)
    const user = readSwapUser(userAddress, chain)
    if (from === evmNativeAddress) throw new Refusal(400, 'from', 'The native coin needs no approval')
    const amount =
      units === undefined || units === ''
        ? await amountToApprove(await memory.amount(chain, user, { from, to }), () => port.balance(from, user))
        : readAmount(units, 0n)
    const [{ data, gas }, { standard }] = await answered(
      Promise.all([port.buildApprove(from, user, amount), port.gasPrice()]),
    )
    // The ids are those of the call: clients send the transaction to `from`, the token, and not to `to`.
    const eip155 = { gas: String(gas), gasPrice: String(standard) }
    return c.json({ tx: { from: sold, to: bought, data, value: '0', eip155 } }, 200, noStore)
  })

  app.post('/v1/convert/build-transaction', async (c) => {
    gate.limit(c.get('ip'))
    const { projectId, amount: units, from: sold, to: bought, ...body } = await readJsonBody(c.req.raw, swapRequest)
    gate.project(projectId ?? c.req.query('projectId'))
    const { chain, port, from, to } = readSwapPair({ from: sold, to: bought }, gate, swaps)
    const pair = { from, to, amount: readAmount(units, 1n) }
    const user = readSwapUser(body.userAddress, chain)
    const { slippage } = body.eip155
    const told = await memory.promised(chain, user, pair)
    const promised = told === undefined ? 0n : minimumOf(told, { slippage, promised: 0n })
    const order = { ...pair, user, slippage, promised }
    const [swap, { standard }] = await answered(Promise.all([port.buildTransaction(order), port.gasPrice()]))
    if (swap === undefined) throw new Refusal(400, 'route', 'No route leads from one token to the other')
    if (swap.toAmount < promised)
      throw new Refusal(400, 'slippage', 'The price has moved beyond the slippage since the quote')
    const estimated = await answered(port.estimate(user, swap))
    if (estimated === undefined && !body.disableEstimate)
      throw new Refusal(400, 'estimate', 'The swap would fail now: balance, approval or minimum are not met', {
        code: 'EXECUTION_REVERTED',
      })
    await ledger.promise(chain, order, swap)
    const gas = ((estimated ?? swap.gas) * 11n + 9n) / 10n
    const tx = {
      from: body.userAddress,
      to: port.idOf(swap.to),
      data: swap.data,
      amount: String(pair.amount),
      eip155: { gas: String(gas), gasPrice: String(standard) },
    }
    const deadline = swap.deadline === undefined ? null : Number(swap.deadline)
    const more = { toAmount: String(swap.toAmount), minimum: String(swap.minimum), deadline }
    return c.json({ tx, ...more }, 200, noStore)
  })

  return app
}

/** A token by its CAIP-10 id or by its plain address. */
function readQuoteToken(text: string, chain: Chain, gate: Gate, swaps: Swaps) {
  const side = readSwapToken('address', text.includes(':') ? text : `${chain.caip2}:${text}`, gate, swaps)
  if (side.chain !== chain) throw new Refusal(400, 'address', 'address is on another chain')
  return side.address
}

/** What was asked about last, but no more than there is: anybody can ask about any amount for any account. */
async function amountToApprove(quoted: bigint | undefined, balance: () => Promise<bigint>): Promise<bigint> {
  const held = await answered(balance())
  return quoted === undefined || quoted > held ? held : quoted
}

async function answered<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (fault) {
    if (!(fault instanceof UpstreamFault)) throw fault
    throw new Refusal(503, 'chainId', fault.message, { cause: fault, code: fault.code })
  }
}
