import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Hono } from 'hono'
import { encodeFunctionData, type Hex, parseAbi, parseUnits } from 'viem'
import { etherPrice, type LocalChain } from '../chains/evm/localChain.js'
import { sendFromOperator } from '../chains/evm/sendFromOperator.js'
import { type Checkout, outcomes } from './checkout.js'
import { providerPages } from './providerPages.js'

const mintAbi = parseAbi(['function mint(address to, uint256 amount)'])
/** What is sold, besides the coin of a chain. */
const sold = ['ETH', 'USDC', 'DAI']
/** What the provider takes of a payment, and what the network does, in the currency of the payment. */
const fees = { share: 0.015, network: 0.1 }
/** What one unit of each currency is in US dollars. */
const dollars: { readonly [currency in string]?: number } = { USD: 1, EUR: 1.1 }
const common = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' }
const policy =
  "default-src 'none'; style-src 'self'; img-src data:; form-action *; base-uri 'none'; frame-ancestors 'none'"

/**
 * The local provider over HTTP: what it sells, its checkouts, and the pages on which a person pays.
 *
 * @param options - The chains that it pays out on, the secret of its API and of its messages, and its own address.
 */
export function providerRoutes(options: { chains: readonly LocalChain[]; secret: string; url: () => string }): Hono {
  const { chains, secret } = options
  const checkouts = new Map<string, Checkout>()
  const app = new Hono()
  app.use(async function guard(c, next) {
    const host = c.req.header('host') ?? 'localhost'
    if (!/^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host)) return c.json({ error: 'Not this host' }, 421, common)
    if (c.req.path.startsWith('/api/') && !isKey(c.req.header('authorization'), secret))
      return c.json({ error: 'The key is wrong' }, 401, common)
    return next()
  })

  app.get('/api/currencies', (c) =>
    c.json(
      sold.map((symbol) => ({
        id: symbol,
        name: chains[0]?.tokens.find((token) => token.symbol === symbol)?.name ?? 'Ether',
        symbol,
        networks: chains.flatMap(({ caip2, name, tokens }) => {
          const token = tokens.find((one) => one.symbol === symbol)
          if (token === undefined && symbol !== 'ETH') return []
          return [{ name: caip2, display_name: name, chain_id: caip2, contract_address: token?.address ?? '' }]
        }),
      })),
      200,
      common,
    ),
  )

  app.post('/api/quotes', async (c) => {
    const asked = (await c.req.json()) as { [name: string]: unknown }
    const quote = quoteOf(asked)
    return quote ? c.json(quote, 200, common) : c.json({ error: 'This is not sold' }, 400, common)
  })

  app.post('/api/checkouts', async (c) => {
    const asked = (await c.req.json()) as { [name: string]: string | undefined }
    const {
      reference,
      chainId,
      address,
      currency = 'USD',
      symbol = 'ETH',
      payment = '100',
      doneUrl,
      webhookUrl,
    } = asked
    const quote = quoteOf({ chainId, currency, symbol, payment })
    if (!reference || !chainId || !address || !doneUrl || !webhookUrl || !quote)
      return c.json({ error: 'This is not sold' }, 400, common)
    const known = checkouts.get(reference)
    const checkout = known ?? {
      ...{ reference, key: randomBytes(18).toString('base64url'), chainId, address, currency, symbol, payment },
      ...{ amount: quote.amount, doneUrl, webhookUrl, outcome: 'works' as const, state: 'opened' as const },
    }
    checkouts.set(reference, checkout)
    return c.json({ url: `${options.url()}/pay/${reference}/${checkout.key}` }, 200, common)
  })

  app.get('/api/checkouts/:reference', (c) => {
    const found = checkouts.get(c.req.param('reference'))
    const { reference, state, address, payment, currency, symbol, amount, hash } = found ?? {}
    const shown = { reference, state, address, payment, currency, symbol, amount, hash }
    const checkout = found === undefined ? null : shown
    return c.json({ checkout }, 200, common)
  })

  app.get('/provider.css', (c) =>
    c.body(providerPages.style, 200, { ...common, 'content-type': 'text/css; charset=utf-8' }),
  )

  const show = (html: string, status: 200 | 402 | 404 = 200) =>
    new Response(html, {
      status,
      headers: { ...common, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
    })
  const find = (reference: string, key: string) => {
    const found = checkouts.get(reference)
    return found?.key === key && found.state === 'opened' ? found : undefined
  }
  const pathOf = ({ reference, key }: Checkout) => `/pay/${reference}/${key}`

  app.get('/pay/:reference/:key', (c) => {
    const found = find(c.req.param('reference'), c.req.param('key'))
    return found ? show(providerPages.card(found, pathOf(found))) : show(providerPages.gone(), 404)
  })

  app.post('/pay/:reference/:key', async (c) => {
    const found = find(c.req.param('reference'), c.req.param('key'))
    if (!found) return show(providerPages.gone(), 404)
    const { outcome } = await c.req.parseBody()
    found.outcome = outcomes.find((one) => one === outcome) ?? 'works'
    if (found.outcome === 'declined')
      return show(providerPages.refused('Your bank declined the card. Nothing was charged.', pathOf(found)), 402)
    return show(providerPages.code(found, `${pathOf(found)}/code`))
  })

  app.post('/pay/:reference/:key/code', async (c) => {
    const found = find(c.req.param('reference'), c.req.param('key'))
    if (!found) return show(providerPages.gone(), 404)
    const { code } = await c.req.parseBody()
    if (code !== '123456' || found.outcome === 'noCode')
      return show(providerPages.refused('Your bank did not take the code. Nothing was charged.', pathOf(found)), 402)
    found.state = 'paid'
    // The person is led back at once, as providers do; the coins take their time.
    void fulfil(found)
    return new Response(null, { status: 303, headers: { ...common, location: found.doneUrl } })
  })

  async function fulfil(checkout: Checkout): Promise<void> {
    await sendWebhook(checkout)
    await sleep(500)
    const chain = chains.find(({ caip2 }) => caip2 === checkout.chainId)
    try {
      if (chain === undefined || checkout.outcome === 'noPayout') throw new Error('no payout')
      checkout.hash = await payOut(chain, checkout)
      checkout.state = 'sent'
    } catch {
      checkout.state = 'failed'
    }
    await sendWebhook(checkout)
  }

  /** Sends a message as Standard Webhooks has it; one that is not taken comes again, a few times. */
  async function sendWebhook({ webhookUrl, reference, outcome, state }: Checkout): Promise<void> {
    if (outcome === 'noMessage') return
    const id = randomUUID()
    const body = JSON.stringify({ type: `purchase.${state}`, reference })
    const times = outcome === 'twice' ? [300, 0] : [0]
    for (const wait of times) {
      await sleep(wait)
      for (let attempt = 1; attempt <= 5; attempt++) {
        const time = String(Math.floor(Date.now() / 1000))
        const signature = createHmac('sha256', secret).update(`${id}.${time}.${body}`).digest('base64')
        const headers = {
          'content-type': 'application/json',
          ...{ 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': `v1,${signature}` },
        }
        const answer = await fetch(webhookUrl, { method: 'POST', body, headers }).catch(() => undefined)
        if (answer?.ok) break
        await sleep(attempt * 500)
      }
    }
  }

  function quoteOf({ chainId, currency, symbol, payment }: { [name: string]: unknown }) {
    const chain = chains.find(({ caip2 }) => caip2 === chainId)
    const token = chain?.tokens.find((one) => one.symbol === symbol)
    const price = symbol === 'ETH' ? etherPrice : token?.price
    const rate = dollars[String(currency)]
    const paid = Number(payment)
    if (!chain || !price || !rate || !sold.includes(String(symbol)) || !(paid > 1)) return undefined
    const fee = Math.round(paid * fees.share * 100) / 100
    const amount = (((paid - fee - fees.network) * rate) / price).toFixed(token?.decimals === 6 ? 6 : 8)
    return { fee: fee.toFixed(2), networkFee: fees.network.toFixed(2), amount }
  }

  app.notFound((c) => c.json({ error: 'Not found' }, 404, common))
  return app
}

function isKey(header: string | undefined, secret: string): boolean {
  const [given, wanted] = [Buffer.from(header ?? ''), Buffer.from(`Bearer ${secret}`)]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** Sends coins or tokens of a local chain, and waits until they are in a block. */
async function payOut(
  chain: LocalChain,
  { address, symbol, amount }: { address: string; symbol: string; amount: string },
): Promise<Hex> {
  const to = address as Hex
  const token = chain.tokens.find((one) => one.symbol === symbol)
  if (token === undefined) return sendFromOperator(chain.url, { to, value: parseUnits(amount, 18) })
  const data = encodeFunctionData({
    abi: mintAbi,
    functionName: 'mint',
    args: [to, parseUnits(amount, token.decimals)],
  })
  return sendFromOperator(chain.url, { to: token.address, data })
}
