// Auth.js with wallets: its Credentials provider asks verifySignIn who it is.
import { Auth } from '@auth/core'
import Credentials from '@auth/core/providers/credentials'
import { bitcoin } from '@latchkey/bitcoin'
import { memoryNonces, verifySignIn } from '@latchkey/core/server'
import { cosmos } from '@latchkey/cosmos'
import { polkadot } from '@latchkey/polkadot'
import { solana } from '@latchkey/solana'

const nonces = memoryNonces()

export function authJs(origin, secret) {
  const wallet = Credentials({
    credentials: { message: {}, signature: {} },
    async authorize({ message, signature }) {
      const families = [
        bitcoin({ wallets: false }),
        polkadot({ wallets: false }),
        cosmos({ wallets: false }),
        solana({ wallets: false }),
      ]
      const person = await verifySignIn({ message, signature, nonces, origin, families }).catch(() => undefined)
      return person ? { id: person.account, name: person.address } : null
    },
  })
  const session = ({ session, token }) => ({ ...session, account: token.sub })
  const config = { basePath: '/login', secret, trustHost: true, providers: [wallet], callbacks: { session } }
  return async (request) => {
    if (new URL(request.url).pathname !== '/login/nonce') return Auth(request, config)
    const nonce = crypto.randomUUID().replaceAll('-', '')
    await nonces.add(nonce, new Date(Date.now() + 5 * 60_000))
    return Response.json({ nonce })
  }
}
