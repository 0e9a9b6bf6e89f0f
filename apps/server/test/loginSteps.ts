import type { EmailVerifyAnswer } from '@latchkey/protocol/internal/walletApi'
import type { LoginName } from '../src/platform/social/loginName.js'
import type { SocialName } from '../src/platform/social/oauthProviders.js'
import type { Answer, WalletClient } from './createWalletClient.js'
import type { WalletWorld } from './startWalletWorld.js'
import { walkSocial } from './walkSocial.js'

type Refused = { code?: string; message?: string }
type Started = Refused & { challengeId: string; uri: string }
/** A way to sign in as the server lists it. */
export type Login = { id: string; provider: string; name: string | null; isRemovable: boolean }

/** The steps by which a browser signs in at providers, links their accounts, confirms with them and removes them. */
export function createLoginSteps(world: () => Pick<WalletWorld, 'app'>) {
  /** Goes through the provider's pages, and gives what the wallet's own page learns. */
  async function walk(uri: string, account: string): Promise<{ [name: string]: string }> {
    const { path, answer, method } = await walkSocial(uri, account)
    return comeBack(path, answer, method)
  }
  /** Sends a person back as the provider does. */
  async function comeBack(path: string, answer: URLSearchParams, method: 'GET' | 'POST' = 'GET') {
    const app = world().app()
    const response =
      method === 'GET'
        ? await app.request(`${path}?${answer}`)
        : await app.request(path, { method, body: answer, headers: { origin: 'http://127.0.0.1' } })
    return Object.fromEntries(new URLSearchParams(response.headers.get('location')?.split('#')[1]))
  }
  const start = (client: WalletClient, provider: LoginName, purpose: 'link' | 'step-up' = 'link') =>
    client.call<Started>('POST', '/api/auth/logins/start', { provider, purpose })
  const take = (client: WalletClient, challengeId: string, result = 'x'.repeat(43)) =>
    client.call<Refused>('POST', '/api/auth/logins/link', { challengeId, result })
  const look = (client: WalletClient, challengeId: string) =>
    client.call<Refused & { provider: string; name: string | null }>('GET', `/api/recovery/link/${challengeId}`)
  const agree = (client: WalletClient, challengeId: string) =>
    client.call<Refused>('POST', '/api/recovery/link', { challengeId })

  /** Links an account, which its person chooses by `answer`; gives the first answer that refuses, else the last. */
  async function link(
    client: WalletClient,
    provider: LoginName,
    account: string,
    answer: (started: Started) => Promise<{ result?: string }> = ({ uri }) => walk(uri, account),
  ): Promise<Answer<Refused> & { challengeId: string; result: string }> {
    const started = await start(client, provider)
    const { challengeId } = started.body
    if (started.status !== 200) return { ...started, challengeId: '', result: '' }
    const { result = '' } = await answer(started.body)
    const taken = await take(client, challengeId, result)
    if (taken.status !== 200) return { ...taken, challengeId, result }
    const seen = await look(client, challengeId)
    return { ...(seen.status === 200 ? await agree(client, challengeId) : seen), challengeId, result }
  }

  /** Signs in at a provider, as on any site. */
  async function signIn(client: WalletClient, provider: SocialName, account: string): Promise<EmailVerifyAnswer> {
    const { body } = await client.call<Started>('POST', '/api/auth/social/start', {
      provider,
      projectId: 'project',
      parentOrigin: client.parentOrigin,
      devicePublicKey: client.publicKey,
      deviceName: 'Chrome on Linux',
    })
    const { result } = await walk(body.uri, account)
    const finished = await client.call<EmailVerifyAnswer>('POST', '/api/auth/social/finish', {
      challengeId: body.challengeId,
      result,
    })
    if (finished.status !== 200) throw new Error(`finish answered ${JSON.stringify(finished)}`)
    client.state.session = finished.body
    return finished.body
  }

  /** Confirms by an account at a provider; the session goes on under a new token. */
  async function stepUp(client: WalletClient, provider: SocialName, account: string): Promise<Answer<Refused>> {
    const { body } = await start(client, provider, 'step-up')
    const { result } = await walk(body.uri, account)
    const social = { challengeId: body.challengeId, result }
    const answer = await client.call<Refused & { sessionToken: string }>('POST', '/api/auth/step-up/verify', { social })
    const { session } = client.state
    if (answer.status === 200 && session) client.state.session = { ...session, sessionToken: answer.body.sessionToken }
    return answer
  }

  async function list(client: WalletClient): Promise<Login[]> {
    return (await client.call<{ logins: Login[] }>('GET', '/api/auth/logins')).body.logins
  }
  const remove = (client: WalletClient, id: string) =>
    client.call<Refused>('DELETE', `/api/auth/logins/${encodeURIComponent(id)}`)

  return { walk, comeBack, start, take, look, agree, link, signIn, stepUp, list, remove }
}
