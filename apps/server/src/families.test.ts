import {
  type BitcoinChain,
  type FamilyChain,
  type SolanaChain,
  startBitcoinChain,
  startCosmosLedger,
  startPolkadotLedger,
  startSolanaChain,
} from '@latchkey/devnet'
import { balances as balancesSchema } from '@latchkey/protocol/api'
import { bech32, hex } from '@scure/base'
import { p2wpkh, TEST_NETWORK, Transaction } from '@scure/btc-signer'
import {
  address,
  appendTransactionMessageInstruction,
  blockhash,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  type KeyPairSigner,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { payCosmos } from '../test/payCosmos.js'
import { startTestServer } from '../test/startTestServer.js'
import type { ChainInput } from './platform/chains/chain.js'
import type { RunningServer } from './startServer.js'

let solana: SolanaChain
let bitcoin: BitcoinChain
let polkadot: FamilyChain
let cosmos: FamilyChain
let server: RunningServer
let signer: KeyPairSigner

const regtest = { ...TEST_NETWORK, bech32: 'bcrt' }
const key = new Uint8Array(32).fill(7)
const mine = p2wpkh(hex.decode('02989c0b76cb563971fdc9bef31ec06c3560f3249d6ee9e5d83c57625596e05f6f'), regtest)
const cosmosOwner = bech32.encode('cosmos', bech32.toWords(new Uint8Array(20).fill(7)))
const polkadotOwner = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'

beforeAll(async () => {
  ;[solana, bitcoin, polkadot, cosmos] = await Promise.all([
    startSolanaChain(),
    startBitcoinChain(),
    startPolkadotLedger(),
    startCosmosLedger(),
  ])
  signer = await generateKeyPairSigner()
  server = await startTestServer({ chains: [solana, bitcoin, polkadot, cosmos].map(toInput) })
}, 60_000)
afterAll(async () => {
  await server?.close()
  for (const chain of [solana, bitcoin, polkadot, cosmos]) await chain?.stop()
})

function toInput({ chainId, name, url, wsUrl, nativeCurrency, tokens }: FamilyChain): ChainInput {
  return {
    caip2: chainId,
    name,
    rpc: [url],
    ...(wsUrl === undefined ? {} : { ws: [wsUrl] }),
    nativeCurrency: { ...nativeCurrency },
    nativePrice: 2,
    tokens: tokens.map((token) => ({ ...token })),
  }
}

async function held(owner: string, { chainId }: FamilyChain) {
  const query = new URLSearchParams({ chainId, projectId: 'test', forceUpdate: `${chainId}:${owner}` })
  const response = await fetch(`${server.url}/v1/account/${owner}/balance?${query}`)
  const { balances } = balancesSchema.parse(await response.json())
  return Object.fromEntries(balances.map(({ symbol, quantity }) => [symbol, quantity.numeric]))
}
async function rpc({ chainId }: FamilyChain, method: string, params: unknown[] = []) {
  const response = await fetch(`${server.url}/v1/json-rpc?chainId=${chainId}&projectId=test`, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return (await response.json()) as { result?: unknown; error?: { code: number; message: string } }
}
async function rest({ chainId }: FamilyChain, path: string, body?: string) {
  const init = body === undefined ? {} : { method: 'POST', body }
  const response = await fetch(`${server.url}/v1/rest/${chainId}${path}?projectId=test`, init)
  return { status: response.status, text: await response.text() }
}

describe('the local chains behind the server', () => {
  it('behavior: none is taken for another one', async () => {
    await vi.waitFor(async () => {
      const { chains } = (await (await fetch(`${server.url}/ready`)).json()) as { chains: object[] }
      expect(chains).toMatchObject(Array.from({ length: 4 }, () => ({ nodes: 1, usable: 1, wrongChain: 0 })))
    })
  })

  it('behavior: what was given to an account is its balance', async () => {
    expect(await held(signer.address, solana)).toEqual({ SOL: '0' })
    await solana.fund(signer.address)
    expect(await held(signer.address, solana)).toMatchObject({ SOL: '10', USDC: '1000', sSOL: '5' })
    await bitcoin.fund(mine.address ?? '')
    expect(await held(mine.address ?? '', bitcoin)).toEqual({ BTC: '1' })
    await cosmos.fund(cosmosOwner)
    expect(await held(cosmosOwner, cosmos)).toEqual({ ATOM: '10' })
    await polkadot.fund(polkadotOwner)
    expect(await held(polkadotOwner, polkadot)).toEqual({ DOT: '10' })
  })
})

describe('Solana', () => {
  async function transfer(lamports: bigint) {
    const { result } = await rpc(solana, 'getLatestBlockhash')
    const { value } = result as { value: { blockhash: string; lastValidBlockHeight: number } }
    const data = new Uint8Array(12)
    new DataView(data.buffer).setUint32(0, 2, true)
    new DataView(data.buffer).setBigUint64(4, lamports, true)
    const to = (await generateKeyPairSigner()).address
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (each) => setTransactionMessageFeePayerSigner(signer, each),
      (each) =>
        setTransactionMessageLifetimeUsingBlockhash(
          { blockhash: blockhash(value.blockhash), lastValidBlockHeight: BigInt(value.lastValidBlockHeight) },
          each,
        ),
      (each) =>
        appendTransactionMessageInstruction(
          {
            programAddress: address('11111111111111111111111111111111'),
            accounts: [
              { address: signer.address, role: 3 },
              { address: to, role: 1 },
            ],
            data,
          },
          each,
        ),
    )
    return signTransactionMessageWithSigners(message)
  }

  it('behavior: a transaction goes out, is heard of over the socket, and its status follows', async () => {
    const signed = await transfer(1_000_000_000n)
    const signature = getSignatureFromTransaction(signed)
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/v1?chainId=${solana.chainId}&projectId=test`)
    const heard: { method?: string; id?: number; result?: unknown; error?: { code: number } }[] = []
    socket.on('message', (data) => heard.push(JSON.parse(String(data)) as (typeof heard)[number]))
    await new Promise((resolve) => socket.once('open', resolve))
    const say = (id: number, method: string, params: unknown[]) =>
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    say(1, 'signatureSubscribe', [signature, { commitment: 'confirmed' }])
    say(2, 'getSlot', [])
    await vi.waitFor(() => expect(heard).toHaveLength(2))
    expect(heard.find(({ id }) => id === 2)?.error?.code).toBe(-32601)
    const sent = await rpc(solana, 'sendTransaction', [getBase64EncodedWireTransaction(signed), { encoding: 'base64' }])
    expect(sent.result).toBe(signature)
    await vi.waitFor(() => expect(heard.map(({ method }) => method)).toContain('signatureNotification'), 10_000)
    socket.close()
    const status = await rpc(solana, 'getSignatureStatuses', [[signature]])
    expect(status.result).toMatchObject({ value: [{ err: null }] })
    expect(Number((await held(signer.address, solana)).SOL)).toBeLessThan(9)
  })

  it('behavior: what the chain refuses comes back in its own words', async () => {
    const signed = await transfer(1_000_000_000_000n)
    const sent = await rpc(solana, 'sendTransaction', [getBase64EncodedWireTransaction(signed), { encoding: 'base64' }])
    expect(sent.error).toMatchObject({ code: -32002, message: expect.stringMatching(/simulation failed/i) })
  })
})

describe('Bitcoin', () => {
  it('behavior: a transaction goes out, and its status follows into a block', async () => {
    const coins = JSON.parse((await rest(bitcoin, `/address/${mine.address}/utxo`)).text) as {
      txid: string
      vout: number
      value: number
    }[]
    const [coin] = coins
    const transaction = new Transaction()
    transaction.addInput({
      txid: coin?.txid ?? '',
      index: coin?.vout ?? 0,
      witnessUtxo: { script: mine.script, amount: BigInt(coin?.value ?? 0) },
    })
    transaction.addOutputAddress('bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', 99_999_000n, regtest)
    transaction.sign(key)
    transaction.finalize()
    const { id } = transaction
    expect(await rest(bitcoin, `/tx/${id}/status`)).toMatchObject({ status: 404 })
    expect(await rest(bitcoin, '/tx', transaction.hex)).toEqual({ status: 200, text: id })
    expect(JSON.parse((await rest(bitcoin, `/tx/${id}/status`)).text)).toMatchObject({ confirmed: false })
    await bitcoin.mine(1)
    expect(JSON.parse((await rest(bitcoin, `/tx/${id}/status`)).text)).toMatchObject({ confirmed: true })
    expect(await rest(bitcoin, `/tx/${id}/hex`)).toEqual({ status: 200, text: transaction.hex })
    expect((await rest(bitcoin, '/tx', '00')).status).toBe(400)
    expect(await held(mine.address ?? '', bitcoin)).toEqual({ BTC: '0' })
  })
})

describe('Polkadot and Cosmos', () => {
  it('behavior: the state of a chain is read, and what nobody may ask of a node is refused', async () => {
    const { result } = await rpc(polkadot, 'chain_getBlockHash', [0])
    expect(String(result).slice(2, 34)).toBe(polkadot.chainId.slice('polkadot:'.length))
    expect((await rpc(polkadot, 'author_rotateKeys')).error?.code).toBe(-32601)
  })

  it('behavior: a payment goes out, and its status follows', async () => {
    const before = Number((await held(cosmosOwner, cosmos)).ATOM)
    const { status, text } = await rest(cosmos, '/cosmos/tx/v1beta1/txs', await payCosmos(cosmosOwner, 2_500_000, 0))
    const { tx_response: sent } = JSON.parse(text) as { tx_response: { code: number; txhash: string } }
    expect([status, sent.code]).toEqual([200, 0])
    const ended = await vi.waitFor(async () => {
      const found = await rest(cosmos, `/cosmos/tx/v1beta1/txs/${sent.txhash}`)
      expect(found.status).toBe(200)
      return JSON.parse(found.text) as object
    })
    expect(ended).toMatchObject({ tx_response: { code: 0, txhash: sent.txhash } })
    expect(Number((await held(cosmosOwner, cosmos)).ATOM)).toBe(before + 2.5)
  })

  it('behavior: an account is read, and an invalid payment is refused by the chain', async () => {
    expect(await rest(cosmos, `/cosmos/auth/v1beta1/accounts/${cosmosOwner}`)).toMatchObject({ status: 200 })
    expect((await rest(cosmos, `/cosmos/tx/v1beta1/txs/${'00'.repeat(32)}`)).status).toBe(404)
    const bad = JSON.stringify({ tx_bytes: 'AAAA', mode: 'BROADCAST_MODE_SYNC' })
    const refused = await rest(cosmos, '/cosmos/tx/v1beta1/txs', bad)
    expect([200, 400, 500]).toContain(refused.status)
    expect(JSON.stringify(JSON.parse(refused.text))).toMatch(/"code":[1-9]/)
  })
})
