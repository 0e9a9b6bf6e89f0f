import type { ChainId } from '@latchkey/protocol/caip'
import {
  coinTypeOf,
  ethereumCoinType,
  longestName,
  type NameMessage,
  type NameSuggestions,
} from '@latchkey/protocol/namesApi'
import { Hono } from 'hono'
import { getAddress, type Hex, isAddress } from 'viem'
import { readJsonBody } from '../platform/http/readJsonBody.js'
import { Refusal } from '../platform/http/refusal.js'
import type { HonoEnv } from '../platform/http/vars.js'
import type { Gate } from '../platform/limits/gate.js'
import { isKeySigned, type SignatureCheck } from '../platform/upstream/createSignatureCheck.js'
import { UpstreamFault } from '../platform/upstream/upstreamFault.js'
import type { NameTables, Owner, Used } from './createNameTables.js'
import { type MadeMessage, messageRequest, registration, signedChange } from './nameRequests.js'
import { labelFault, type Name, readName } from './readName.js'
import { makeMessage, readSigned } from './readSigned.js'

const known = ['avatar', 'bio', 'url']
const longest = 255

/** Checks what an owner says of a name: a few short texts, and addresses of pages and pictures over https only. */
function readAttributes(attributes: Readonly<Record<string, string>>): Record<string, string> {
  for (const [key, value] of Object.entries(attributes)) {
    if (!known.includes(key)) throw new Refusal(400, 'attributes', `The attributes of a name are ${known.join(', ')}`)
    if (value === '' || value.length > longest || !/^[a-zA-Z0-9@:/._\-?&=+ ]*$/.test(value))
      throw new Refusal(400, 'attributes', `${key} has 1 to ${longest} letters, digits, blanks or @:/._-?&=+`)
    if (key !== 'bio' && !(value.startsWith('https://') && URL.canParse(value)))
      throw new Refusal(400, 'attributes', `${key} is an https address`)
  }
  return { ...attributes }
}

const endings = ['1', 'eth', '-eth', 'x', '-me', 'go', '-dao', 'hq', '2', '-io', 'world', '-nft', '99', 'pay', '-one']

/** Labels like the one that was asked for, which it may be had instead. */
function suggestLabels(label: string): string[] {
  const stem = label.replace(/^-+|-+$/g, '')
  return endings
    .map((ending) => `${stem}${ending}`)
    .filter((each) => each.length <= longestName && labelFault(each) === undefined)
}

/** The cost of a writing call in the client's rate limit: it adds a row or calls a node. */
const costOfWriting = 20
const mostSuggestions = 5
const noStore = { 'cache-control': 'no-store' }
const ethereum: ChainId = 'eip155:1'

/** `/v1/profile/…`: names of the operator's own zones. */
export function nameRoutes(options: {
  gate: Gate
  tables: NameTables
  /** The zones, ours first; none: nothing is registered here. */
  zones: readonly string[]
  isSigned: SignatureCheck
  /** The time of the database, since a text is made by one process and may come back to another. */
  now: () => Promise<Date>
}): Hono<HonoEnv> {
  const { gate, tables, zones, isSigned, now } = options
  const app = new Hono<HonoEnv>()

  app.get('/v1/profile/account/:name', async (c) => {
    gate.limit(c.get('ip'))
    gate.project(c.req.query('projectId'))
    const name = readName(c.req.param('name'), zones)
    const found = name && (await tables.find(name.name))
    if (found === undefined) throw new Refusal(404, 'name', 'This name is not registered')
    return c.json(found, 200, noStore)
  })

  app.get('/v1/profile/reverse/:address', async (c) => {
    gate.limit(c.get('ip'))
    gate.project(c.req.query('projectId'))
    // This response shows whether an account without a name could register one here.
    if (zones.length === 0) throw new Refusal(404, 'address', 'This server has no names')
    const address = c.req.param('address')
    // Accounts of other families have no names here, and stock clients ask for them as well.
    if (!isAddress(address, { strict: false })) return c.json([], 200, noStore)
    const chainId = c.req.query('chainId')
    const coins = [ethereumCoinType, ...(chainId === undefined ? [] : [coinOf(chainId)])]
    return c.json(await tables.reverse(address.toLowerCase(), coins), 200, noStore)
  })

  app.get('/v1/profile/suggestions/:name', async (c) => {
    gate.limit(c.get('ip'))
    gate.project(c.req.query('projectId'))
    const text = c.req.param('name')
    const zone = c.req.query('zone')
    const asked =
      zones.length === 0 ? undefined : readName(zone && !text.includes('.') ? `${text}.${zone}` : text, zones)
    if (asked === undefined) return c.json({ suggestions: [] } satisfies NameSuggestions, 200, noStore)
    if (!/^[a-z0-9-]{1,63}$/.test(asked.label)) throw new Refusal(400, 'name', labelFault(asked.label) ?? 'No name')
    const isFit = labelFault(asked.label) === undefined
    const others = suggestLabels(asked.label).flatMap((label) => readName(`${label}.${asked.zone}`, zones) ?? [])
    const taken = await tables.taken([asked, ...others])
    const free = others.filter(({ name }) => !taken.has(name)).slice(0, mostSuggestions - 1)
    const suggestions = [
      // Reserved names count as taken.
      { name: asked.name, registered: !isFit || taken.has(asked.name) },
      ...free.map(({ name }) => ({ name, registered: false })),
    ]
    return c.json({ suggestions } satisfies NameSuggestions, 200, noStore)
  })

  app.post('/v1/profile/message', async (c) => {
    gate.limit(c.get('ip'), costOfWriting)
    const request = await readJsonBody(c.req.raw, messageRequest)
    const name = requireName(request.name)
    const { action } = request
    let signer: string
    let content: object
    if (action === 'register') {
      const chain = chainOf(request.coin_type)
      signer = checksummed(request.address)
      const attributes = readAttributes(request.attributes ?? {})
      content = { attributes, action, address: signer, coin_type: request.coin_type, chain }
    } else {
      const { owner, chain } = await requireOwner(name)
      signer = owner
      if (action === 'attributes') content = { attributes: readAttributes(request.attributes), action, owner, chain }
      else if (action === 'address') {
        chainOf(request.coin_type)
        const address = checksummed(request.address)
        content = { action, owner, chain, address, coin_type: request.coin_type }
      } else content = { action, owner, chain }
    }
    const { message, expires } = makeMessage({ name: name.name, ...content, zone: name.zone }, await now())
    if (!(await tables.offer(signer, message, expires)))
      throw new Refusal(503, 'message', 'Too many texts wait to be signed. Try again in a few minutes.')
    return c.json({ name: name.name, message, expires } satisfies NameMessage, 200, noStore)
  })

  // Stock clients send no project here; the signature identifies the caller.
  app.post('/v1/profile/account', async (c) => {
    gate.limit(c.get('ip'), costOfWriting)
    const { message, signature, coin_type: coinType, address: given } = await readJsonBody(c.req.raw, registration)
    const signed = readSigned(message, await now())
    const { text } = signed
    const name = requireName(text.name)
    const address = checksummed(given)
    const attributes = readAttributes(text.attributes ?? {})
    if (signed.made) {
      const { action, address: meant, coin_type: coin } = signed.text
      if (action !== 'register') throw new Refusal(400, 'message', 'This text was not made to register a name')
      if (meant !== address) throw new Refusal(400, 'address', 'The signed text is of another account')
      if (coin !== coinType) throw new Refusal(400, 'coin_type', 'The signed text is of another coin type')
    }
    // The text of a stock client names no chain, so a contract may only speak for the account on Ethereum.
    const ownChain = chainOf(coinType)
    const chain = signed.made ? ownChain : ethereum
    const isKey = await isKeySigned({ address, message, signature: signature as Hex })
    if (!isKey) await requireContract({ owner: address, chain }, message, signature)
    const coin = chain === ethereum ? ethereumCoinType : coinType
    // A key is the same on every chain; a contract is what it is on its own.
    const coins = isKey && signed.made ? [...new Set([ethereumCoinType, coin])] : [coin]
    const expires = signed.made ? 0 : signed.text.timestamp + 900
    const outcome = await tables.register(
      name,
      { owner: address.toLowerCase(), chain, coins, address, attributes },
      { signer: address, message, made: signed.made, expires },
    )
    switch (outcome.state) {
      case 'used':
        throw new Refusal(400, 'message', 'This text was used or is too old. Ask for a new one.')
      case 'taken':
        throw new Refusal(400, 'name', 'This name is taken')
      case 'alike':
        throw new Refusal(400, 'name', 'This name looks like one that is taken')
      case 'second':
        throw new Refusal(400, 'address', `This account has the name ${outcome.other} already`)
    }
    const record = await tables.find(name.name)
    if (record === undefined) throw new Refusal(503, 'name', 'The name was released meanwhile')
    return c.json({ ...record, success: true }, 200, noStore)
  })

  app.post('/v1/profile/account/:name/attributes', async (c) => {
    const { name, owner, text, used } = await readChange(c.get('ip'), c.req.raw, c.req.param('name'), 'attributes')
    const attributes = readAttributes(text.attributes ?? {})
    if (!(await tables.setAttributes(name.name, owner, attributes, used))) throw isOver()
    return c.json(attributes, 200, noStore)
  })

  app.post('/v1/profile/account/:name/address', async (c) => {
    const change = await readChange(c.get('ip'), c.req.raw, c.req.param('name'), 'address')
    const { name, owner, text, isKey, used } = change
    const { address, coin_type: coin } = text
    if (address === undefined || coin === undefined) throw new Refusal(400, 'message', 'The signed text has no address')
    const chain = chainOf(coin)
    // A contract's address may belong to another owner on another chain, who would get this name there.
    if (!isKey && chain !== owner.chain && address.toLowerCase() === owner.owner)
      throw new Refusal(400, 'address', 'A contract leads its name to itself on its own chain alone')
    const isSet = await tables.setAddress(name.name, owner, coinOf(chain), checksummed(address), used)
    const found = isSet ? await tables.find(name.name) : undefined
    if (found === undefined) throw isOver()
    return c.json(found.addresses, 200, noStore)
  })

  app.post('/v1/profile/account/:name/release', async (c) => {
    const { name, owner, used } = await readChange(c.get('ip'), c.req.raw, c.req.param('name'), 'release')
    if (!(await tables.release(name.name, owner, used))) throw isOver()
    return c.json({}, 200, noStore)
  })

  /** Reads a change that the owner of a name signed. */
  async function readChange(
    ip: string,
    request: Request,
    given: string,
    action: MadeMessage['action'],
  ): Promise<{ name: Name; owner: Owner; text: MadeMessage; isKey: boolean; used: Used }> {
    gate.limit(ip, costOfWriting)
    const { message, signature } = await readJsonBody(request, signedChange)
    const name = requireName(given)
    const owner = await requireOwner(name)
    const signed = readSigned(message, await now())
    if (!signed.made || signed.text.action !== action || signed.text.name !== name.name)
      throw new Refusal(400, 'message', 'This text was not made for this change')
    const signedText = { address: owner.owner as Hex, message, signature: signature as Hex }
    const isKey = await isKeySigned(signedText)
    if (!isKey) await requireContract(owner, message, signature)
    return { name, owner, text: signed.text, isKey, used: { signer: owner.owner, message, made: true, expires: 0 } }
  }

  function requireName(text: string): Name {
    if (zones.length === 0)
      throw new Refusal(503, 'name', 'This server has no names. Its operator can set LATCHKEY_NAME_ZONES.')
    const name = readName(text, zones)
    if (name === undefined) throw new Refusal(400, 'name', `A name ends with .${zones.join(' or .')}`)
    const fault = labelFault(name.label)
    if (fault !== undefined) throw new Refusal(400, 'name', fault)
    return name
  }

  async function requireOwner({ name }: Name): Promise<Owner> {
    const owner = await tables.ownerOf(name)
    if (owner === undefined) throw new Refusal(404, 'name', 'This name is not registered')
    return owner
  }

  async function requireContract({ owner, chain }: Owner, message: string, signature: string): Promise<void> {
    const signed = { address: owner as Hex, message, signature: signature as Hex }
    const isTrue = isServed(chain) && (await isSigned({ chainId: chain, ...signed }).catch(unreachable))
    if (!isTrue)
      throw new Refusal(401, 'signature', 'The signature is not one of this account over this text', {
        code: 'SIGNATURE_INVALID',
      })
  }

  function isServed(chain: ChainId): boolean {
    try {
      gate.chain(chain)
      return true
    } catch {
      return false
    }
  }

  /** The chain of a coin type: Ethereum, or one that this server serves. */
  function chainOf(coinType: number): ChainId {
    if (coinType === ethereumCoinType || coinType === coinTypeOf(1)) return ethereum
    const number = coinType - 0x80000000
    if (number > 0 && isServed(`eip155:${number}`)) return `eip155:${number}`
    throw new Refusal(400, 'coin_type', 'coin_type is 60, or 2147483648 and the number of a chain that is served here')
  }

  /** The coin type under which what a name leads to on a chain is kept. */
  function coinOf(chainId: string): number {
    const [, number] = /^eip155:(\d{1,10})$/.exec(chainId) ?? []
    if (number === '1') return ethereumCoinType
    const coin = coinTypeOf(Number(number))
    if (coin === undefined) throw new Refusal(400, 'chainId', 'chainId is an EVM chain below 2147483648 as CAIP-2')
    return coin
  }

  return app
}

/** An address in capitals and small letters that do not fit each other has a slip in it. */
function checksummed(address: string): Hex {
  if (/[a-f]/.test(address) && /[A-F]/.test(address.slice(2)) && !isAddress(address))
    throw new Refusal(400, 'address', 'The capitals in address do not fit it (EIP-55)')
  return getAddress(address)
}

function isOver(): Refusal {
  return new Refusal(400, 'message', 'This text was used or is too old. Ask for a new one.')
}

function unreachable(cause: unknown): never {
  if (!(cause instanceof UpstreamFault)) throw cause
  throw new Refusal(503, 'coin_type', cause.message, { cause, code: cause.code })
}
