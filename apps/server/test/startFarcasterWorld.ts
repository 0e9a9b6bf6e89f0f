import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { accounts, type EvmChains, type SocialsHost, startEvmChains, startSocials } from '@latchkey/devnet'
import type { EmailVerifyAnswer } from '@latchkey/protocol/internal/walletApi'
import { privateKeyToAccount } from 'viem/accounts'
import { createSocials, type Socials } from '../src/platform/social/createSocials.js'
import type { SocialsFile } from '../src/platform/social/readSocialsFile.js'
import type { WalletClient } from './createWalletClient.js'
import { startWalletWorld, type WalletWorld } from './startWalletWorld.js'

type Started = { challengeId: string; url: string; code?: string; message?: string }
type Waited = { result?: string; code?: string; message?: string }
type Finished = EmailVerifyAnswer & { userName: string | null; email: string | null; code?: string }
type Settings = { relay?: string; rpcUrl: string }

const origin = 'http://localhost:4402'

/** A wallet server over the local Farcaster, whose relay or node a test can replace. */
export type FarcasterWorld = Awaited<ReturnType<typeof startFarcasterWorld>>

/** Starts one, with a chain of its own. */
export async function startFarcasterWorld() {
  const chains: EvmChains = await startEvmChains()
  const chainUrl = chains.chains[0].url
  const host: SocialsHost = await startSocials({ walletOrigin: origin, chainUrl })
  const right = host.entries.farcaster as unknown as Required<Settings>
  const make = (file: SocialsFile, timeout = 8_000): Socials => createSocials(file, { origin, timeout })
  const usual = make({ farcaster: right })
  let socials = usual
  const ends: (() => unknown)[] = []
  const world: WalletWorld = await startWalletWorld({
    more: {
      socials: {
        ...usual,
        has: (name) => socials.has(name),
        profile: (...given) => socials.profile(...given),
        get farcaster() {
          return socials.farcaster
        },
      },
    },
  })
  const tokenOf = (url: string) => new URL(url).searchParams.get('channelToken') ?? ''

  const wait = (client: WalletClient, challengeId: string) =>
    client.call<Waited>('POST', '/api/auth/social/farcaster/wait', { challengeId })
  const start = (client: WalletClient, more: object = {}) =>
    client.call<Started>('POST', '/api/auth/social/farcaster/start', {
      projectId: 'project',
      parentOrigin: client.parentOrigin,
      devicePublicKey: client.publicKey,
      deviceName: 'Chrome on Linux',
      ...more,
    })
  const finish = (client: WalletClient, challengeId: string, result: string) =>
    client.call<Finished>('POST', '/api/auth/social/finish', { challengeId, result })
  /** The person's app: chooses an account, or refuses. */
  const choose = (url: string, account: string) =>
    fetch(url, { method: 'POST', body: new URLSearchParams({ channelToken: tokenOf(url), account }) })

  return {
    world,
    chainUrl,
    relay: right.relay,
    /** What the relay wants of an app that answers. */
    authKey: host.farcasterAuthKey ?? '',
    wait,
    start,
    finish,
    choose,
    /** Has the wallet use another relay or node, or none, until `reset`. */
    use(settings: Partial<Settings> | undefined, timeout?: number) {
      socials = make(settings === undefined ? {} : { farcaster: { ...right, ...settings } }, timeout)
    },
    /** A server that says what it is told, until `reset`. */
    async serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
      const server = createServer(answer)
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      ends.push(() => {
        server.closeAllConnections()
        server.close()
      })
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    },
    async reset() {
      socials = usual
      for (const end of ends.splice(0)) await end()
    },
    async signIn(client: WalletClient, account: string) {
      const { body } = await start(client)
      await choose(body.url, account)
      const waited = await wait(client, body.challengeId)
      if (waited.body.result === undefined) return { waited }
      const finished = await finish(client, body.challengeId, waited.body.result)
      if (finished.status === 200) client.state.session = finished.body
      return { waited, finished }
    },
    /** What an app reads of a question at the relay. */
    async questionOf(url: string) {
      const headers = { authorization: `Bearer ${tokenOf(url)}` }
      const told = await (await fetch(`${right.relay}/v1/channel/status`, { headers })).json()
      return told as { nonce: string; signatureParams: { [name: string]: string } }
    },
    /** An app that answers with whatever text a test gives. */
    answer: (url: string, message: string, signature: string, username = 'ada') =>
      fetch(`${right.relay}/v1/channel/authenticate`, {
        method: 'POST',
        headers: { authorization: `Bearer ${tokenOf(url)}`, 'x-farcaster-auth-relay-key': host.farcasterAuthKey ?? '' },
        body: JSON.stringify({ message, signature, fid: 2001, username }),
      }),
    async stop() {
      await world.stop()
      await host.stop()
      await chains.stop()
    },
  }
}

/** A key of the local chain, by its place in the list. */
export const keyOf = (index: number) => privateKeyToAccount(accounts[index]?.privateKey ?? '0x')

/** What the account 2001 of the local Farcaster signs for the wallet. */
export const farcasterFields = (nonce: string) => ({
  domain: 'localhost:4402',
  uri: `${origin}/social`,
  address: keyOf(4).address,
  nonce,
  version: '1' as const,
  chainId: 10,
  statement: 'Farcaster Auth',
  issuedAt: new Date(),
  resources: ['farcaster://fid/2001'],
})

/** Answers as JSON. */
export function say(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
