import { randomBytes } from 'node:crypto'
import {
  type OnrampOptions,
  type OnrampQuote,
  type OnrampUrl,
  type PaymentCurrency,
  type PaymentMethod,
  type Purchase,
  paymentCurrencies,
  paymentLimits,
} from '@latchkey/protocol/onrampApi'
import { Hono } from 'hono'
import type { z } from 'zod'
import { readAccount } from '../platform/accounts/readAccount.js'
import type { Chain } from '../platform/chains/chain.js'
import { readBody } from '../platform/http/readBody.js'
import { readJsonBody } from '../platform/http/readJsonBody.js'
import { Refusal } from '../platform/http/refusal.js'
import type { HonoEnv } from '../platform/http/vars.js'
import type { Gate } from '../platform/limits/gate.js'
import type { Log } from '../platform/log/log.js'
import { reasonOf } from '../platform/log/withoutValues.js'
import type { Follower } from './createFollower.js'
import type { KeptPurchase, PurchaseTables } from './createPurchaseTables.js'
import type { Shop } from './createShop.js'
import { networkOf } from './networkOf.js'
import { OnrampFault } from './onrampFault.js'
import { onrampPage } from './onrampPages.js'
import { quoteRequest, urlRequest } from './onrampRequests.js'
import { opaqueId } from './signatures.js'

/** The cost of a call that reaches a provider or writes a row, in the client's rate limit. */
export const costOfAsking = 10
const noStore = { 'cache-control': 'no-store' }

/** The dependencies of the purchase routes. */
export type OnrampContext = {
  readonly shop: Shop
  readonly tables: PurchaseTables
  readonly follower: Follower
  readonly gate: Gate
  /** The key of the names that providers know buyers and purchases by. */
  readonly secret: string
  readonly publicUrl: (requestUrl: string) => string
  readonly clock: () => Date
  readonly log: Log
}

/** Begins a purchase: a row, and an address of ours that leads to its provider and says for whom. */
export async function beginPurchase(
  { shop, tables, secret, publicUrl }: OnrampContext,
  wish: {
    provider: string | undefined
    chain: Chain
    address: string
    projectId: string
    symbol: string | undefined
    currency: PaymentCurrency | undefined
    payment: string | undefined
    method: PaymentMethod | undefined
  },
  requestUrl: string,
): Promise<OnrampUrl> {
  const { chain, payment, projectId } = wish
  const provider = shop.provider(wish.provider)
  const address = readAccount(chain, wish.address)
  if (address === undefined) throw new Refusal(400, 'destinationWallets', 'The address is not on this network')
  const method = payment === undefined ? wish.method : shop.method(payment, wish.method)
  const id = randomBytes(18).toString('base64url')
  const isKept = await tables.add({
    id,
    reference: opaqueId(secret, 'purchase', id),
    provider: provider.id,
    projectId: projectId.slice(0, 100),
    chain: chain.caip2,
    address,
    currency: wish.currency ?? null,
    payment: payment ?? null,
    method: method ?? null,
    symbol: wish.symbol ?? null,
  })
  if (!isKept) throw new Refusal(503, 'purchase', 'Too many purchases wait to be opened. Try again in a few minutes.')
  const url = new URL(`v1/onramp/start/${id}`, `${publicUrl(requestUrl).replace(/\/+$/, '')}/`)
  // As it was written, so that who asked finds it again.
  url.searchParams.set('address', wish.address)
  return { url: url.href, purchaseId: id }
}

/** `POST /v1/generators/onrampurl` and `/v1/onramp/*`: what can be bought, for how much, where it is paid, and what became of it. */
export function onrampRoutes(context: OnrampContext): Hono<HonoEnv> {
  const { shop, tables, follower, gate, secret, publicUrl, log } = context
  const app = new Hono<HonoEnv>()

  app.post('/v1/generators/onrampurl', async (c) => {
    gate.limit(c.get('ip'), costOfAsking)
    gate.project(c.req.query('projectId'))
    const body = await readJsonBody(c.req.raw, urlRequest)
    const chain = shop.chain(body.defaultNetwork)
    const wallet = walletOf(body, chain)
    const wish = {
      ...{ provider: body.provider, chain, address: wallet.address, projectId: c.req.query('projectId') ?? '' },
      ...{ symbol: body.purchaseCurrency, currency: body.paymentCurrency },
      ...{ payment: body.presetFiatAmount, method: body.paymentMethod },
    }
    return c.json(await beginPurchase(context, wish, c.req.url), 200, noStore)
  })

  app.get('/v1/onramp/options', async (c) => {
    gate.limit(c.get('ip'))
    const limits = Object.entries(paymentLimits).map(([id, { min, max }]) => ({ id, min, max }))
    const isOpen = shop.providers.length > 0
    const body: OnrampOptions = {
      paymentCurrencies: isOpen ? paymentCurrencies.map((id) => ({ id, payment_method_limits: limits })) : [],
      purchaseCurrencies: [...(await shop.currencies())],
    }
    return c.json(body, 200, isOpen ? { 'cache-control': 'public, max-age=60' } : noStore)
  })

  app.post('/v1/onramp/quote', async (c) => {
    gate.limit(c.get('ip'), costOfAsking)
    gate.project(c.req.query('projectId'))
    const body = await readJsonBody(c.req.raw, quoteRequest)
    const {
      provider: _,
      method: __,
      ...quote
    } = await shop.quote({
      ...{ provider: body.provider, network: body.network, symbol: body.purchaseCurrency.symbol },
      ...{ currency: body.paymentCurrency.id, payment: body.amount, method: body.paymentMethod, address: body.address },
    })
    return c.json(quote satisfies OnrampQuote, 200, noStore)
  })

  // A window is led here by a person, so it is answered by pages and not by JSON.
  app.get('/v1/onramp/start/:id', async (c) => {
    gate.limit(c.get('ip'), costOfAsking)
    const purchase = await tables.find(c.req.param('id'))
    const chain = purchase && gate.chain(purchase.chain)
    if (purchase === undefined || chain === undefined || !['created', 'opened'].includes(purchase.state))
      return onrampPage({
        status: 404,
        title: 'This purchase is not open',
        line: 'Close this window, and start again from your wallet.',
      })
    const own = publicUrl(c.req.url).replace(/\/+$/, '')
    try {
      const url = await shop.provider(purchase.provider).open({
        reference: purchase.reference,
        partnerId: opaqueId(secret, 'buyer', purchase.projectId, purchase.chain, purchase.address),
        ...{ chain, network: networkOf(chain.caip2), address: purchase.address },
        symbol: purchase.symbol ?? undefined,
        currency: (purchase.currency as PaymentCurrency | null) ?? 'USD',
        payment: purchase.payment ?? undefined,
        method: (purchase.method as PaymentMethod | null) ?? undefined,
        ip: c.get('ip'),
        doneUrl: `${own}/v1/onramp/done`,
        webhookUrl: `${own}/v1/onramp/webhooks/${purchase.provider}`,
      })
      await tables.move(purchase.id, { state: 'opened' })
      return new Response(null, {
        status: 302,
        headers: { location: url, 'referrer-policy': 'no-referrer', ...noStore },
      })
    } catch (error) {
      if (!(error instanceof OnrampFault || error instanceof Refusal)) throw error
      log.warn({ provider: purchase.provider, reason: reasonOf(error) }, 'A purchase was not opened')
      return onrampPage({
        status: 503,
        title: 'The provider does not answer',
        line: 'Nothing was paid. Close this window, and try again in a few minutes.',
      })
    }
  })

  app.get('/v1/onramp/done', (c) => {
    gate.limit(c.get('ip'))
    return onrampPage({
      status: 200,
      title: 'You can close this window',
      line: 'Your wallet shows how far the purchase is.',
      closes: true,
    })
  })

  app.get('/v1/onramp/purchases/:id', async (c) => {
    gate.limit(c.get('ip'))
    gate.project(c.req.query('projectId'))
    const found = await tables.find(c.req.param('id'))
    if (found === undefined) throw new Refusal(404, 'purchase', 'There is no such purchase')
    // Known data is returned while the provider is down.
    const purchase = await follower.follow(found).catch((error: unknown) => {
      if (!(error instanceof OnrampFault)) throw error
      log.warn({ provider: found.provider, reason: reasonOf(error) }, 'Could not follow a purchase')
      return found
    })
    return c.json(toWire(purchase), 200, noStore)
  })

  app.post('/v1/onramp/webhooks/:provider', async (c) => {
    gate.limit(c.get('ip'))
    const provider = shop.provider(c.req.param('provider'))
    const url = `${publicUrl(c.req.url).replace(/\/+$/, '')}/v1/onramp/webhooks/${provider.id}`
    const body = await readBody(c.req.raw)
    const event = provider.readWebhook({ url, headers: c.req.raw.headers, body }, context.clock())
    if (event === undefined)
      throw new Refusal(401, 'signature', 'The signature is not right', { code: 'SIGNATURE_INVALID' })
    if (!(await tables.takeWebhook(provider.id, event.id))) return c.json({}, 200, noStore)
    try {
      const found =
        event.reference === undefined ? undefined : await tables.findByReference(provider.id, event.reference)
      // What it says is not believed: it is a reason to ask.
      if (found) await follower.follow(found, true)
    } catch (cause) {
      await tables.forgetWebhook(provider.id, event.id)
      if (!(cause instanceof OnrampFault)) throw cause
      throw new Refusal(503, 'provider', cause.message, { cause, code: cause.code })
    }
    return c.json({}, 200, noStore)
  })

  return app
}

/** The wallet that says it is on a network, or the first. */
function walletOf({ destinationWallets, defaultNetwork }: z.output<typeof urlRequest>, chain: Chain) {
  const isMeant = ({ blockchains }: { blockchains?: string[] | undefined }) =>
    blockchains?.some((name) => name === defaultNetwork || name === chain.caip2)
  const wallet = destinationWallets.find(isMeant) ?? destinationWallets[0]
  if (wallet === undefined) throw new Refusal(400, 'destinationWallets', 'destinationWallets names no account')
  return wallet
}

function toWire({ id, provider, state, chain, address, symbol, amount, hash, createdAt }: KeptPurchase): Purchase {
  return { id, provider, state, chainId: chain, address, symbol, amount, hash, createdAt }
}
