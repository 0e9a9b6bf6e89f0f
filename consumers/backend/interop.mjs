// Our sign-in messages in the hands of siwe and viem, and theirs in ours.
import { memoryNonces, verifySignIn } from '@latchkey/core/server'
import { formatSignInMessage, parseSignInMessage } from '@latchkey/protocol/siwx'
import { generateNonce, SiweMessage } from 'siwe'
import { createPublicClient, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage, generateSiweNonce, parseSiweMessage, verifySiweMessage } from 'viem/siwe'

const account = privateKeyToAccount(generatePrivateKey())
const { address } = account
const [domain, uri] = ['app.example', 'https://app.example']
// biome-ignore lint/style/noProcessEnv: what the runner of the app sets
const client = createPublicClient({ transport: http(process.env.RPC_URL) })
const chainId = await client.getChainId()
const inMinutes = (minutes) => new Date(Date.now() + minutes * 60_000)
const sign = (message) => account.signMessage({ message })
const nonces = memoryNonces()
const proved = []

function must(condition, sentence) {
  if (!condition) throw new Error(sentence)
}

async function give(nonce) {
  await nonces.add(nonce, inMinutes(5))
  return nonce
}
const isOurs = async (message) =>
  (await verifySignIn({ message, signature: await sign(message), nonces, origin: uri })).account ===
  `eip155:${chainId}:${address}`

// The whole message and the shortest one.
const whole = {
  statement: 'Sign in to Example.',
  notBefore: inMinutes(-1).toISOString(),
  requestId: 'request-1',
  resources: ['https://app.example/terms', 'ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/'],
}
for (const [name, more] of Object.entries({ whole, shortest: {} })) {
  const times = { issuedAt: inMinutes(0).toISOString(), expirationTime: inMinutes(5).toISOString() }
  const nonce = await give(generateNonce())
  const fields = {
    accountAddress: address,
    chainId: `eip155:${chainId}`,
    domain,
    uri,
    version: '1',
    nonce,
    ...times,
    ...more,
  }
  const message = formatSignInMessage(fields)
  const signature = await sign(message)

  const theirs = new SiweMessage(message)
  must(theirs.prepareMessage() === message, `siwe reads our ${name} message as another one`)
  must(
    theirs.address === address && theirs.chainId === chainId && theirs.nonce === nonce,
    `siwe misreads our ${name} message`,
  )
  must((await theirs.verify({ signature, domain, nonce })).success, `siwe does not verify our ${name} message`)
  const wrong = await theirs.verify(
    { signature: await sign(`${message} `), domain, nonce },
    { suppressExceptions: true },
  )
  must(!wrong.success, `siwe verifies what is not our ${name} message`)

  const parsed = parseSiweMessage(message)
  must(createSiweMessage(parsed) === message, `viem reads our ${name} message as another one`)
  must(
    await verifySiweMessage(client, { message, signature, address, domain, nonce }),
    `viem does not verify our ${name} message`,
  )
  must(await isOurs(message), `we do not verify our own ${name} message`)
}
proved.push('siwe and viem parse and verify our messages')

for (const more of [whole, {}]) {
  const nonce = await give(generateNonce())
  const times = { issuedAt: inMinutes(0).toISOString(), expirationTime: inMinutes(5).toISOString() }
  const message = new SiweMessage({
    address,
    chainId,
    domain,
    uri,
    version: '1',
    nonce,
    ...times,
    ...more,
  }).prepareMessage()
  must(formatSignInMessage(parseSignInMessage(message)) === message, 'we read the message of siwe as another one')
  must(await isOurs(message), 'we do not verify the message of siwe')
}
proved.push('we verify those of siwe')

for (const { notBefore, ...more } of [whole, {}]) {
  const nonce = await give(generateSiweNonce())
  const times = { expirationTime: inMinutes(5), ...(notBefore ? { notBefore: new Date(notBefore) } : {}) }
  const message = createSiweMessage({ address, chainId, domain, uri, version: '1', nonce, ...times, ...more })
  must(formatSignInMessage(parseSignInMessage(message)) === message, 'we read the message of viem as another one')
  must(await isOurs(message), 'we do not verify the message of viem')
}
proved.push('we verify those of viem')
console.log(proved.join('; '))
