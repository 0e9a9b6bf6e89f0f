import { generateKeyPair } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { createSocialProvider, type SocialEntry, type SocialProvider } from './createSocialProvider.js'
import { createFarcasterRelay } from './farcaster/createFarcasterRelay.js'
import { placeRegistries } from './farcaster/placeRegistries.js'
import { type SocialName, socialNames } from './socialAccounts.js'

/** How to start the providers of social logins. */
export type StartSocialsOptions = {
  /** Port of all of them; 0 (default) means any. */
  port?: number
  /** The wallet's origin, whose callbacks they know; requests wait for one that is not known yet. */
  walletOrigin: string | Promise<string>
  /** The node of the chain that gets Farcaster's registries; without it there is no Farcaster. */
  chainUrl?: string
}

/** The running providers. */
export type SocialsHost = {
  url: string
  /** The content of the file that `LATCHKEY_SOCIALS_FILE` names. */
  entries: { readonly [name in SocialName]: SocialEntry } & { readonly farcaster?: SocialEntry }
  /** The key that an app needs to respond at Farcaster's relay; undefined without Farcaster. */
  farcasterAuthKey: string | undefined
  stop(): Promise<void>
}

/**
 * Starts a real OpenID provider under each name that the wallet can be entered with, each with the manners of the one it is named after
 * and with accounts to choose from; and, over a chain, a relay of Farcaster's with an app that answers there. Their keys and secrets are
 * made anew at each start.
 *
 * @param options - The port, and the wallet.
 * @returns Where they are, what the wallet's server is given for them, and `stop`.
 * @throws LatchkeyError INVALID_CONFIG when the port cannot be had.
 */
export async function startSocials({ port = 0, walletOrigin, chainUrl }: StartSocialsOptions): Promise<SocialsHost> {
  const providers = new Map<string, Pick<SocialProvider, 'answer'>>()
  const server = createServer((request, response) => {
    const [, name = '', path = '/'] = /^\/(\w+)(\/.*)$/.exec(request.url ?? '') ?? []
    const provider = providers.get(name)
    if (provider === undefined) return void response.writeHead(404).end()
    request.url = path
    provider.answer(request, response).catch(() => {
      if (!response.headersSent) response.writeHead(400)
      response.end('This sign-in cannot go on. Begin again in the wallet.')
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) =>
      reject(new LatchkeyError('INVALID_CONFIG', 'The social logins could not be started', { cause })),
    )
    server.listen(port, '127.0.0.1', resolve)
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // One for all: an RSA key takes longer to make than everything else here.
  const { privateKey: key } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const options = { walletOrigin, key }
  const made = await Promise.all(
    socialNames.map(async (name) => [name, await createSocialProvider(name, `${url}/${name}`, options)] as const),
  )
  for (const [name, provider] of made) providers.set(name, provider)
  const entries = Object.fromEntries(made.map(([name, { entry }]) => [name, entry])) as SocialsHost['entries']
  const farcaster = chainUrl === undefined ? undefined : createFarcasterRelay(`${url}/farcaster`)
  if (chainUrl !== undefined && farcaster !== undefined) {
    await placeRegistries(chainUrl)
    providers.set('farcaster', farcaster)
    Object.assign(entries, { farcaster: { relay: `${url}/farcaster`, rpcUrl: chainUrl } })
  }
  return {
    url,
    entries,
    farcasterAuthKey: farcaster?.authKey,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
