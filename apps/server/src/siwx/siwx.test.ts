import { accounts } from '@latchkey/devnet'
import type { ChainId } from '@latchkey/protocol/caip'
import type { SignInMessage } from '@latchkey/protocol/siwx'
import { decodeJwt } from 'jose'
import {
  createPublicClient,
  createWalletClient,
  getAddress,
  getCreate2Address,
  type Hex,
  hashMessage,
  http,
  serializeErc6492Signature,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { findPostgres } from '../../test/findService.js'
import { toChainInput } from '../../test/localChains.js'
import { issuer, page, useSiwxWorld } from '../../test/useSiwxWorld.js'
import { readChains } from '../platform/chains/readChains.js'
import type { Db } from '../platform/db/db.js'
import { openPglite } from '../platform/db/openPglite.js'
import { openPostgres } from '../platform/db/openPostgres.js'
import { createNodes } from '../platform/upstream/nodes.js'

const postgres = await findPostgres()
if (postgres === undefined) console.warn('Skipped: sign-ins over PostgreSQL (no TEST_DATABASE_URL and no initdb found)')
const fillings: [string, () => Promise<Db>][] = [
  ['PGlite', () => openPglite(undefined)],
  ['PostgreSQL', () => openPostgres(postgres?.url ?? '')],
]
afterAll(() => postgres?.stop())

describe.each(fillings)('sign-ins in %s', (filling, openDb) => {
  const isThere = filling !== 'PostgreSQL' || postgres !== undefined
  const run = it.skipIf(!isThere)
  const world = useSiwxWorld(openDb, isThere)
  const { nonce, enter, tokenOf, me, refused, stockData, enterStock, open } = world

  describe.each(['eip155', 'solana', 'bip122', 'polkadot', 'cosmos'] as const)('%s', (family) => {
    run('signs in; the token says who, to which site, and is known to the server', async () => {
      const signer = world.people()[family]
      const token = await tokenOf(signer)
      const { sub, aud, iss, exp, iat, nonce: used, domain, uri } = decodeJwt(token)
      const account = `${signer.chainId}:${signer.accountAddress}`
      expect({ sub, aud, iss, domain, uri }).toEqual({
        sub: account,
        aud: page,
        iss: issuer,
        domain: 'app.example',
        uri: page,
      })
      expect([(exp ?? 0) - (iat ?? 0), used]).toEqual([168 * 3_600, expect.stringMatching(/^[0-9a-f]{32}$/)])
      const { status, json } = await me(token)
      expect([status, json]).toEqual([
        200,
        expect.objectContaining({
          address: signer.accountAddress,
          caip2Network: signer.chainId,
          chainNamespace: family,
        }),
      ])
    })

    run('refuses the signature of another text and the account of somebody else', async () => {
      const signer = world.people()[family]
      refused(await enter({ ...signer, sign: (text) => signer.sign(`${text} `) }))
      const stranger = { ...signer, sign: world.people()[family === 'solana' ? 'eip155' : 'solana'].sign }
      refused(await enter(stranger))
    })
  })

  const withContract = async () => {
    const creationOf = (code: string): Hex =>
      `0x60${(code.length / 2).toString(16).padStart(2, '0')}80600b6000396000f3${code}`
    // Takes as a signature the hash itself: what it answers is 1626ba7e where both words are the same, else nothing.
    const account = creationOf('60043560643514631626ba7e60e01b0260005260206000f3')
    const [{ url }] = world.evm().chains
    const wallet = createWalletClient({
      account: privateKeyToAccount(accounts[0]?.privateKey ?? '0x'),
      transport: http(url),
    })
    const deploy = async (bytecode: Hex) => {
      const hash = await wallet.deployContract({ abi: [], bytecode, chain: null })
      const { contractAddress } = await createPublicClient({ transport: http(url) }).waitForTransactionReceipt({ hash })
      return contractAddress ?? '0x'
    }
    return { account, deploy, maker: creationOf('36600060003760003660006000f500') }
  }
  const chainId: ChainId = 'eip155:31337'

  run(
    '[SEC-S-12] a contract signs in by ERC-1271, and before it is made by ERC-6492; not with another hash',
    async () => {
      const { account, deploy, maker } = await withContract()
      const contract = {
        chainId,
        accountAddress: await deploy(account),
        sign: async (text: string) => hashMessage(text),
      }
      expect((await me(await tokenOf(contract))).json).toMatchObject({ address: getAddress(contract.accountAddress) })
      refused(await enter({ ...contract, sign: async () => hashMessage('another') }))
      const factory = await deploy(maker)
      const address = getCreate2Address({ from: factory, salt: `0x${'0'.repeat(64)}`, bytecode: account })
      const sign = async (text: string) =>
        serializeErc6492Signature({ address: factory, data: account, signature: hashMessage(text) })
      await tokenOf({ chainId, accountAddress: address, sign })
      // It was only asked, and nothing was made.
      const client = createPublicClient({ transport: http(world.evm().chains[0].url) })
      expect(await client.getCode({ address })).toBeUndefined()
    },
  )

  run(
    '[SEC-S-12] a contract of another network, of one that cannot be asked, or is not here, signs nobody in',
    async () => {
      const sign = async (text: string) => hashMessage(text)
      const { account, deploy } = await withContract()
      const accountAddress = await deploy(account)
      await tokenOf({ chainId, accountAddress, sign })
      for (const other of ['eip155:31338', 'eip155:424242'] as const)
        refused(await enter({ chainId: other, accountAddress, sign }))
      const dead = createNodes({
        chains: readChains([{ ...toChainInput(world.evm().chains[0]), rpc: ['http://127.0.0.1:9'] }]),
      })
      onTestFinished(() => dead.close())
      refused(await enter({ chainId, accountAddress, sign }, { via: await open({}, { nodes: dead }) }), 503)
    },
  )

  run('[SEC-S-01] a nonce signs in once', async () => {
    const given = await nonce()
    const fields = { issuedAt: new Date().toISOString(), expirationTime: new Date(Date.now() + 60_000).toISOString() }
    await tokenOf(world.people().eip155, { given, fields })
    const again = await enter(world.people().eip155, { given, fields })
    refused(again)
    expect(again.text).toBe('The nonce was used before')
    // Nor for anybody else.
    refused(await enter(world.people().solana, { given }))
  })

  run('[SEC-S-02] of many at once with one nonce, one signs in', async () => {
    const given = await nonce()
    const answers = await Promise.all(Array.from({ length: 12 }, () => enter(world.people().eip155, { given })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 200)) refused(answer)
  })

  run('[SEC-S-03] a nonce counts only with its own token, for the site that asked for it', async () => {
    const [mine, other] = [await nonce(), await nonce()]
    refused(await enter(world.people().eip155, { given: { nonce: mine.nonce, token: other.token } }))
    refused(await enter(world.people().eip155, { given: await nonce('https://evil.example') }))
    refused(await enter(world.people().eip155, { given: mine, headers: { origin: 'https://evil.example' } }))
    refused(await enter(world.people().eip155, { given: { nonce: 'aaaaaaaaaaaaaaaa', token: mine.token } }))
    refused(await enter(world.people().eip155, { headers: { 'x-nonce-jwt': 'Bearer null' } }))
    // A sign-in token is not a nonce token.
    refused(await enter(world.people().eip155, { given: { nonce: mine.nonce, token: await tokenOf() } }))
  })

  run(
    '[SEC-S-04] [SEC-S-05] [SEC-S-06] a message for another site is refused, in its domain and in its URI',
    async () => {
      const fields = [
        { domain: 'evil.example' },
        { uri: 'https://evil.example' },
        { domain: 'evil.example', uri: 'https://evil.example' },
        { domain: 'www.app.example' },
        { domain: 'app.example:8443' },
        { domain: 'APP.example' },
        { uri: 'http://app.example' },
        { uri: 'https://app.example:8443' },
        { uri: 'https://app.example@evil.example' },
        { uri: 'https://user@app.example' },
        { uri: 'https://app.example.evil.example' },
        { uri: 'javascript:alert(1)' },
      ]
      for (const each of fields) refused(await enter(world.people().eip155, { fields: each }))
    },
  )

  run('a list of sites lets nobody else in, and the local machine always', async () => {
    const via = await open({ LATCHKEY_MODE: 'production', LATCHKEY_RELAY_SITES: page })
    await tokenOf(world.people().eip155, { via })
    const shop = { domain: 'shop.example', uri: 'https://shop.example' }
    const at = async (origin: string) => ({ given: await nonce(origin, via), headers: { origin }, via })
    refused(await enter(world.people().eip155, { fields: shop, ...(await at(shop.uri)) }))
    const local = { domain: 'localhost:5173', uri: 'http://localhost:5173' }
    await tokenOf(world.people().eip155, { fields: local, ...(await at(local.uri)) })
  })

  run('[SEC-S-08] [SEC-S-09] one that is over, has no end, or holds not yet or too long is refused', async () => {
    const at = (ms: number) => new Date(Date.now() + ms).toISOString()
    const fields: Partial<SignInMessage>[] = [
      { expirationTime: at(-1_000) },
      { expirationTime: at(25 * 3_600_000) },
      { expirationTime: '9999-12-31T23:59:59Z' },
      { notBefore: at(60_000) },
      { issuedAt: at(-6 * 60_000) },
      { issuedAt: at(5 * 60_000) },
    ]
    for (const each of fields) refused(await enter(world.people().eip155, { fields: each }))
    const without = (text: string) => text.replace(/\nExpiration Time: .*/, '')
    refused(await enter(world.people().eip155, { text: without }))
    for (const wrong of ['yesterday', 'NaN', '2026-06-30T23:59:60Z', ''])
      refused(
        await enter(world.people().eip155, { text: (text) => text.replace(/(Expiration Time: ).*/, `$1${wrong}`) }),
      )
    await tokenOf(world.people().eip155, { fields: { notBefore: at(-1_000) } })
  })

  run('[SEC-S-10] text that follows, a second message, and marks that nobody sees are refused', async () => {
    const changes: ((text: string) => string)[] = [
      (text) => `${text}\n`,
      (text) => `${text}\nand more`,
      (text) => `${text}\n\n${text}`,
      (text) => text.replaceAll('\n', '\r\n'),
      (text) => text.replace('app.example', 'app.example\0'),
      (text) => text.replace('app.example', 'app.\u200bexample'),
      (text) => text.replace('app.example', '\u202eapp.example'),
      (text) => `\ufeff${text}`,
    ]
    for (const text of changes) refused(await enter(world.people().eip155, { text }))
  })

  run("takes the message of AppKit's own client, of each family", async () => {
    for (const signer of Object.values(world.people())) expect((await enterStock(signer)).status).toBe(200)
  })

  run("[SEC-S-11] of AppKit's message the fields count only when the text is exactly what they give", async () => {
    const given = await nonce()
    const told = {
      given,
      body: { data: { ...stockData(world.people().eip155, given.nonce), accountAddress: `0x${'1'.repeat(40)}` } },
    }
    refused(await enterStock(world.people().eip155, {}, told))
    refused(await enterStock(world.people().eip155, {}, { network: 'X account:\n0x1\n\nURI: https://evil.example' }))
    refused(await enterStock(world.people().eip155, { uri: 'https://evil.example' }))
    refused(await enterStock(world.people().eip155, { issuedAt: new Date(Date.now() - 600_000).toISOString() }))
    for (const data of [null, [], 'x', { ...stockData(world.people().eip155, given.nonce), nonce: 7 }])
      refused(await enterStock(world.people().eip155, {}, { given, body: { data } }))
  })
})
