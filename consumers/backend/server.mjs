// A backend that trusts: who signs in with a wallet may read the page of members. Of `listen.mjs` every framework has its own.

import { bitcoin } from '@latchkey/bitcoin'
import { memoryEnded, memoryNonces, signInCookie, signInHandler } from '@latchkey/core/server'
import { cosmos } from '@latchkey/cosmos'
import { polkadot } from '@latchkey/polkadot'
import { solana } from '@latchkey/solana'
import { authJs } from './authJs.mjs'
import { listen } from './listen.mjs'
import { orders } from './orders.mjs'

// biome-ignore lint/style/noProcessEnv: what the runner of the app sets
const { HOST, PORT, SECRET: secret } = process.env
const origin = `http://${HOST}:${PORT}`

const cookie = signInCookie({ secret, ended: memoryEnded() })
const signIn = signInHandler({
  cookie,
  nonces: memoryNonces(),
  origin,
  families: [
    bitcoin({ wallets: false }),
    polkadot({ wallets: false }),
    cosmos({ wallets: false }),
    solana({ wallets: false }),
  ],
})
async function members(request) {
  const person = await cookie.read(request)
  return person ? new Response(`Hello ${person.account}`) : new Response('Sign in first.', { status: 401 })
}

const pages = { '/members': members, '/orders': orders(origin), '/login/': authJs(origin, secret) }
listen(origin, async (request) => {
  const { pathname } = new URL(request.url)
  const [, page] = Object.entries(pages).find(([path]) => pathname.startsWith(path)) ?? []
  return (await signIn(request)) ?? (await page?.(request))
})
