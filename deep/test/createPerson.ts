import { isDeepStrictEqual } from 'node:util'
// biome-ignore-start lint/style/noRestrictedImports: what stands for a frame in the tests of the server
import { createFrame, openSeed, xor } from '../../apps/server/test/createFrame.js'
import type { WalletClient } from '../../apps/server/test/createWalletClient.js'
// biome-ignore-end lint/style/noRestrictedImports: as above
import type { Lane } from './createLane.js'

/** Somebody with a mailbox, a browser, and a wallet that the browser may have begun to make. */
export type Person = {
  email: string
  client: WalletClient
  wallet?: Awaited<ReturnType<ReturnType<typeof createFrame>['prepare']>>
}

/** Makes somebody whom the server does not know. */
export async function createPerson(lane: Lane, name: string): Promise<Person> {
  return { email: `${name}@mail.example`, client: await lane.newClient() }
}

/**
 * Signs in as a person does who may have older mails: those of a sign-in that was cut off can still arrive, so each link and
 * code is tried until one is the right one.
 */
export async function signIn(client: WalletClient, email: string) {
  const { status, body } = await client.start(email)
  if (status !== 200) throw new Error(`start answered ${status} ${JSON.stringify(body)}`)
  for (let waiting = body.action === 'VERIFY_DEVICE'; waiting; )
    waiting = await client.approve(email).then(
      () => false,
      (error: Error) => {
        if (!error.message.includes('410')) throw error
        return true
      },
    )
  for (;;) {
    const verified = await client.verify(body.challengeId, await client.readCode(email))
    if (verified.body.code === 'CODE_WRONG') continue
    if (verified.status !== 200) throw new Error(`verify answered ${JSON.stringify(verified)}`)
    client.state.session = verified.body
    return verified.body
  }
}

/** Sends the codes that came to an address until one is right; older ones may come first. */
export async function sendCode(client: WalletClient, side: 'primary' | 'secondary', email: string): Promise<void> {
  for (;;) {
    const { status, body } = await client.change(side, { code: await client.readCode(email), email })
    if (body.code === 'CODE_WRONG') continue
    if (status !== 200) throw new Error(`${side} answered ${status} ${JSON.stringify(body)}`)
    return
  }
}

/** Goes on with a sign-up wherever it stands, as a frame does; when it returns, addresses may be shown. */
export async function signUp(person: Person): Promise<true> {
  const { client, email } = person
  if (client.state.session === undefined) await signIn(client, email)
  const frame = createFrame(client)
  person.wallet ??= await frame.prepare()
  const created = await client.call('POST', '/api/vault/wallets', person.wallet.request)
  if (created.status !== 200) throw new Error(`wallets answered ${JSON.stringify(created)}`)
  const activated = await frame.activate(person.wallet)
  if (activated.status !== 200) throw new Error(`activate answered ${JSON.stringify(activated)}`)
  return true
}

/** A person who has lost everything but the mailbox; throws unless the very same seed and addresses come back. */
export async function recover(lane: Lane, { email, wallet }: Person): Promise<void> {
  const client = await lane.newClient()
  const session = await signIn(client, email)
  if (wallet === undefined || session.walletId !== wallet.walletId)
    throw new Error(`The wallet of ${email} is ${session.walletId}, not ${wallet?.walletId}`)
  const frame = createFrame(client)
  const { body } = await client.call<{ factors: { factorId: string; kind: string }[] }>('GET', '/api/vault/factors')
  const auto = body.factors.find(({ kind }) => kind === 'auto')?.factorId ?? ''
  const server = await frame.release('vault', auto, 'recover')
  const other = await frame.release('recovery', auto, 'recover')
  if (server.half === undefined || other.half === undefined)
    throw new Error(`The halves of ${email} are not released: ${JSON.stringify([server.body, other.body])}`)
  const seed = openSeed(xor(server.half, other.half), server.body.blob)
  const { addresses } = server.body as { addresses?: unknown }
  if (Buffer.compare(seed, wallet.seed) !== 0) throw new Error(`${email} got another seed`)
  if (!isDeepStrictEqual(addresses, wallet.request.addresses))
    throw new Error(`${email} got ${JSON.stringify(addresses)}`)
}
