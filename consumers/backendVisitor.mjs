// biome-ignore-all lint/correctness/noUndeclaredDependencies: a tool of the repository, whose devDependencies it uses
// The child of checkBackend.mjs: people of all families, each by a library that is not ours, at the backend of consumers/backend; and
// who is none of them. `node … backendVisitor.mjs <backend> <Latchkey server>` ends with 0 and says what it proved.
import { formatSignInMessage } from '@latchkey/protocol/siwx'
import { signers } from '../packages/core/test/signers.js'
import { must } from './steps.mjs'

const [url, cloudUrl] = process.argv.slice(2)
const { host, origin } = new URL(url)
const people = await signers()
const inMinutes = (minutes) => new Date(Date.now() + minutes * 60_000).toISOString()

/** The same offer to each of the three backends: our handler, Auth.js, and a Latchkey server whose tokens the backend checks. */
const backends = {
  handler: {
    nonce: async () => (await (await fetch(`${origin}/auth/v1/nonce`)).json()).nonce,
    async enter({ message, signature, nonce }) {
      const headers = { 'x-nonce-jwt': `Bearer ${nonce}`, origin }
      const body = JSON.stringify({ message, signature })
      const response = await fetch(`${origin}/auth/v1/authenticate`, { method: 'POST', headers, body })
      return readMembers({ cookie: cookiesOf(response) })
    },
  },
  'Auth.js': {
    nonce: async () => (await (await fetch(`${origin}/login/nonce`)).json()).nonce,
    async enter({ message, signature }) {
      const csrf = await fetch(`${origin}/login/csrf`)
      const { csrfToken } = await csrf.json()
      const response = await fetch(`${origin}/login/callback/credentials`, {
        method: 'POST',
        headers: { cookie: cookiesOf(csrf), origin },
        body: new URLSearchParams({ csrfToken, message, signature }),
        redirect: 'manual',
      })
      const session = await fetch(`${origin}/login/session`, { headers: { cookie: cookiesOf(response) } })
      return (await session.json())?.account
    },
  },
  'Latchkey server': {
    async nonce() {
      const response = await fetch(`${cloudUrl}/auth/v1/nonce?projectId=shop`, { headers: { origin } })
      const { nonce, token } = await response.json()
      nonceTokens.set(nonce, token)
      return nonce
    },
    async enter(offer) {
      return readOrders(await tokenOf(offer))
    },
  },
}
const nonceTokens = new Map()

const cookiesOf = (response) =>
  response.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
const accountIn = async (response) => (response.ok ? (await response.text()).split(' ').at(-1) : undefined)
const readMembers = async (headers) => accountIn(await fetch(`${origin}/members`, { headers }))
const readOrders = async (token) =>
  accountIn(await fetch(`${origin}/orders`, { headers: { authorization: `Bearer ${token}` } }))

async function tokenOf({ message, signature, nonce }, projectId = 'shop') {
  const headers = { 'x-nonce-jwt': `Bearer ${nonceTokens.get(nonce)}`, origin }
  const body = JSON.stringify({ message, signature })
  const response = await fetch(`${cloudUrl}/auth/v1/authenticate?projectId=${projectId}`, {
    method: 'POST',
    headers,
    body,
  })
  return response.ok ? (await response.json()).token : ''
}

/** A message as the page writes it, with what somebody changes of it. */
async function offerOf({ chainId, accountAddress, sign }, nonce, { fields, text = (same) => same, signed } = {}) {
  const page = { domain: host, uri: origin, version: '1', nonce }
  const times = { issuedAt: inMinutes(0), expirationTime: inMinutes(5) }
  const message = text(formatSignInMessage({ accountAddress, chainId, ...page, ...times, ...fields }))
  return { message, signature: await sign(signed?.(message) ?? message), nonce }
}

const forgeries = {
  'wrong domain': () => ({ fields: { domain: 'evil.example', uri: 'https://evil.example' } }),
  expired: () => ({ fields: { expirationTime: inMinutes(-1) } }),
  'not yet valid': () => ({ fields: { notBefore: inMinutes(5) } }),
  'trailing text': () => ({ text: (text) => `${text}\nand more` }),
  'another text signed': () => ({ signed: (text) => text.replace(/(Nonce: )\w/, '$1Z') }),
  'another chain signed': () => ({ signed: (text) => text.replace(/(Chain ID: ).*/, '$19') }),
  "another site's nonce": () => ({ fields: { nonce: 'a1b2c3d4e5f6a7b8' } }),
}

for (const [name, { nonce, enter }] of Object.entries(backends))
  for (const [family, person] of Object.entries(people)) {
    const account = `${person.chainId}:${person.accountAddress}`
    const refused = (entered, forgery) => must(entered === undefined, `${name} takes ${family} with ${forgery}`)
    const offer = await offerOf(person, await nonce())
    const entered = await enter(offer)
    must(entered === account, `${name} takes ${account} for ${entered}`)
    refused(await enter(offer), 'a nonce replayed')
    // The other backends check by the same code, so one family shows that they ask it.
    if (name !== 'handler' && family !== 'eip155') continue
    for (const [forgery, forge] of Object.entries(forgeries))
      refused(await enter(await offerOf(person, await nonce(), forge())), forgery)
    const { sign } = people[family === 'solana' ? 'polkadot' : 'solana']
    refused(await enter(await offerOf({ ...person, sign }, await nonce())), 'the signature of another account')
  }

for (const [name, { nonce, enter }] of Object.entries(backends)) {
  const offer = await offerOf(people.eip155, await nonce())
  const entered = await Promise.all(Array.from({ length: 8 }, () => enter(offer)))
  must(
    entered.filter(Boolean).length === 1,
    `${name} lets ${entered.filter(Boolean).length} of eight in with one nonce`,
  )
}

// Tokens of the Latchkey server.
const token = await tokenOf(await offerOf(people.eip155, await backends['Latchkey server'].nonce()))
must((await readOrders(token)) !== undefined, 'the backend refuses a token that counts')
const [head, claims, signature] = token.split('.')
const encode = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')
const told = JSON.parse(Buffer.from(claims, 'base64url').toString())
const another = encode({ ...told, sub: `eip155:1:0x${'1'.repeat(40)}` })
const forProject = async (projectId) => {
  const { nonce, token } = await (await fetch(`${cloudUrl}/auth/v1/nonce?projectId=${projectId}`)).json()
  nonceTokens.set(nonce, token)
  return tokenOf(await offerOf(people.eip155, nonce), projectId)
}
const forAnotherSite = async () => {
  const site = 'http://localhost:1'
  const response = await fetch(`${cloudUrl}/auth/v1/nonce?projectId=shop`, { headers: { origin: site } })
  const { nonce, token } = await response.json()
  const { message, signature } = await offerOf(people.eip155, nonce, { fields: { domain: 'localhost:1', uri: site } })
  const headers = { 'x-nonce-jwt': `Bearer ${token}`, origin: site }
  const body = JSON.stringify({ message, signature })
  const entered = await fetch(`${cloudUrl}/auth/v1/authenticate?projectId=shop`, { method: 'POST', headers, body })
  return (await entered.json()).token
}
const forgedTokens = {
  'a tampered payload': `${head}.${another}.${signature}`,
  'alg none': `${encode({ alg: 'none', typ: 'JWT' })}.${another}.`,
  "another project's token": await forProject('another'),
  "another site's token": await forAnotherSite(),
  'the token of a nonce': nonceTokens.get(await backends['Latchkey server'].nonce()),
  'no token': '',
}
for (const [forgery, forged] of Object.entries(forgedTokens)) {
  must(forged !== undefined && (forgery === 'no token' || forged !== ''), `there is no token to try ${forgery} with`)
  must((await readOrders(forged)) === undefined, `the backend takes ${forgery}`)
}
const cookie = `__Host-sign-in=${token}`
must((await readMembers({ cookie })) === undefined, 'the backend takes a token of the Latchkey server for its cookie')

const count = Object.keys(forgeries).length + 3 + Object.keys(forgedTokens).length
const families = Object.keys(people).length
console.log(
  `${families} families sign in by our handler, by Auth.js and by a Latchkey server; ${count} forgeries are refused`,
)
