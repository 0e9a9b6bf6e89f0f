import { LatchkeyError } from '@latchkey/protocol/errors'
import {
  createClient,
  custom,
  decodeFunctionResult,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  isAddressEqual,
  parseAbi,
  recoverMessageAddress,
} from 'viem'
import { verifyMessage } from 'viem/actions'
import * as z from 'zod'
import { callProvider } from './callProvider.js'
import { createSocialFetch } from './createSocialFetch.js'
import { farcasterEvidence, readFarcasterMessage } from './farcasterSignIn.js'
import { isUnreachable } from './isUnreachable.js'
import type { SocialProfile } from './oauthProviders.js'

/** The Farcaster settings. */
export type FarcasterSettings = {
  /** A node of OP Mainnet, where Farcaster's registries stand. */
  rpcUrl: string
  /** The relay between this server and the user's app. */
  relay?: string | undefined
}

/** Signing in with Farcaster: a relay carries question and answer, and registries on a chain tell who may sign for an account. */
export type Farcaster = {
  /** Asks for a sign-in; the link opens the person's app. */
  open(nonce: string): Promise<{ channelToken: string; url: string }>
  /** The app's signed response as evidence; undefined until it has responded. */
  look(channelToken: string): Promise<string | undefined>
  /**
   * Reads and checks what `look` gave; nothing of the relay's is needed for it.
   *
   * @throws LatchkeyError API_UNREACHABLE when the node does not answer, UNAUTHORIZED when the evidence proves nothing.
   */
  profile(evidence: string, checks: { nonce: string }): Promise<SocialProfile>
}

/** The relay of Farcaster itself. */
const publicRelay = 'https://relay.farcaster.xyz'
const idRegistry = '0x00000000Fc6c5F01Fc30151999387Bb99A9f489b'
const keyRegistry = '0x00000000Fc1237824fb747aBDE0FF18990E59b7e'
const abi = parseAbi([
  'function idOf(address owner) view returns (uint256)',
  'function keyDataOf(uint256 fid, bytes key) view returns ((uint8 state, uint32 keyType))',
])
/** State and kind of a key that may sign in for its account. */
const added = 1
const authAddress = 2
/** The timeout that the app is given, in milliseconds. */
export const farcasterLife = 120_000

const opened = z.object({
  channelToken: z.string().regex(/^[\w-]{8,128}$/),
  url: z.url({ protocol: /^https?$/ }).max(2_000),
  nonce: z.string(),
})
const answered = z.object({
  state: z.literal('completed'),
  message: z.string(),
  signature: z.string(),
  username: z.string().max(100).nullish(),
})
const reply = z.object({ result: z.unknown().optional(), error: z.object({ code: z.number() }).optional() })

/**
 * Signs people in with Farcaster. What the relay says is believed in nothing: who signed is read from the text, and whether they may from
 * the registries.
 *
 * @param settings - The relay and the node.
 * @param options - The wallet's origin, how long an answer may take, in milliseconds, and the time that sign-ins are judged by.
 */
export function createFarcaster(
  { rpcUrl, relay = publicRelay }: FarcasterSettings,
  { origin, timeout, time }: { origin: string; timeout: number; time: () => Promise<Date> },
): Farcaster {
  const fetchLimited = createSocialFetch(timeout)
  const uri = `${origin}/social`
  const headers = { 'content-type': 'application/json', accept: 'application/json' }

  async function ask(method: string, params: unknown): Promise<unknown> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const response = await fetchLimited(rpcUrl, { method: 'POST', headers, body })
    if (!response.ok) throw new LatchkeyError('API_UNREACHABLE', 'The node is unavailable')
    const { result, error } = reply.parse(await response.json())
    // A revert has this code; any other fault is the node's.
    if (error !== undefined && error.code !== 3) throw new LatchkeyError('API_UNREACHABLE', 'The node is unavailable')
    if (error !== undefined) throw new TypeError('The contract refused')
    return result
  }
  async function read(to: Hex, data: Hex): Promise<Hex> {
    const result = await ask('eth_call', [{ to, data }, 'latest'])
    // A chain without the registry answers with nothing.
    if (typeof result !== 'string' || result === '0x')
      throw new LatchkeyError('API_UNREACHABLE', 'The node serves a chain without the registries of Farcaster')
    return result as Hex
  }
  async function maySign(address: Hex, fid: bigint): Promise<boolean> {
    const custody = encodeFunctionData({ abi, functionName: 'idOf', args: [address] })
    const owned = decodeFunctionResult({ abi, functionName: 'idOf', data: await read(idRegistry, custody) })
    if (owned === fid) return true
    const key = encodeAbiParameters([{ type: 'address' }], [address])
    const question = encodeFunctionData({ abi, functionName: 'keyDataOf', args: [fid, key] })
    const data = await read(keyRegistry, question)
    const { state, keyType } = decodeFunctionResult({ abi, functionName: 'keyDataOf', data })
    return state === added && keyType === authAddress
  }
  async function isSigned(signed: { address: Hex; message: string; signature: Hex }): Promise<boolean> {
    const signer = await recoverMessageAddress(signed).catch(() => undefined)
    if (signer !== undefined && isAddressEqual(signer, signed.address)) return true
    let fault: unknown
    const request = ({ method, params }: { method: string; params?: unknown }) =>
      ask(method, params).catch((cause: unknown) => {
        if (isUnreachable(cause)) fault = cause
        throw cause
      })
    // A contract could have this server call any address inside its network.
    const client = createClient({ transport: custom({ request }, { retryCount: 0 }), ccipRead: false })
    const isOurs = await verifyMessage(client, signed).catch(() => false)
    // viem takes a node that does not answer for a contract that says no.
    if (!isOurs && fault !== undefined) throw fault
    return isOurs
  }

  return {
    async open(given) {
      const at = await time()
      return callProvider('Farcaster', async () => {
        const nonce = signedNonce(given)
        const expirationTime = new Date(at.getTime() + farcasterLife).toISOString()
        const question = { siweUri: uri, domain: new URL(origin).host, nonce, expirationTime, acceptAuthAddress: true }
        const body = JSON.stringify(question)
        const response = await fetchLimited(`${relay}/v1/channel`, { method: 'POST', headers, body })
        if (!response.ok) throw new LatchkeyError('API_UNREACHABLE', 'The relay is unavailable')
        const { channelToken, url, nonce: said } = opened.parse(await response.json())
        if (said !== nonce) throw new TypeError('The relay asks for another sign-in')
        return { channelToken, url }
      })
    },
    look: (channelToken) =>
      callProvider('Farcaster', async () => {
        const authorization = `Bearer ${channelToken}`
        const response = await fetchLimited(`${relay}/v1/channel/status`, { headers: { ...headers, authorization } })
        if (response.status === 202) return undefined
        if (response.status === 429 || response.status >= 500)
          throw new LatchkeyError('API_UNREACHABLE', 'The relay is unavailable')
        if (response.status !== 200) throw new TypeError(`The relay answered ${response.status}`)
        const { message, signature, username } = answered.parse(await response.json())
        return JSON.stringify(farcasterEvidence.parse({ message, signature, userName: username ?? null }))
      }),
    async profile(evidence, { nonce: given }) {
      const now = await time()
      return callProvider('Farcaster', async () => {
        const { message, signature, userName } = farcasterEvidence.parse(JSON.parse(evidence))
        const { fid, address } = readFarcasterMessage(message, { origin, uri, nonce: signedNonce(given), now })
        if (!(await isSigned({ address, message, signature }))) throw new TypeError('The signature is from another key')
        if (!(await maySign(address, fid))) throw new TypeError('The key may not sign for this account')
        // Farcaster's name for accounts without one.
        return { subject: String(fid), email: null, isVerified: false, userName: userName ?? `!${fid}` }
      })
    },
  }
}

/** A nonce as the text may hold it, with letters and digits alone. */
const signedNonce = (nonce: string) => Buffer.from(nonce, 'base64url').toString('hex')
