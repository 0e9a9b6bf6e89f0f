import { createPublicKey, verify } from 'node:crypto'
import { createRequire } from 'node:module'
import { base58 } from '@scure/base'
import {
  address,
  getTransactionDecoder,
  getTransactionEncoder,
  type Instruction,
  type Signature,
  setTransactionMessageComputeUnitLimit,
  setTransactionMessageComputeUnitPrice,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { findAssociatedTokenPda, getTransferCheckedInstruction, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { freshAddress, localSigner, solanaKit } from '../../../test/solanaKit.js'
import { solanaAccounts } from '../../chains/solana/accounts.js'
import { solanaTokens } from '../../chains/solana/localSolana.js'
import type { SolanaChain } from '../../chains/solana/solanaChain.js'
import { startSolanaChain } from '../../chains/solana/startSolanaChain.js'
import type { ApprovalRequest } from '../approvalRequest.js'
import { testIcon } from '../testIcon.js'
import { createSolanaTestWallet } from './createSolanaTestWallet.js'
import type { SolanaTestWallet } from './solanaWallet.js'

const sol = 1_000_000_000n
const [, visitor, second] = solanaAccounts

describe('createSolanaTestWallet', () => {
  let chain: SolanaChain
  beforeAll(async () => {
    chain = await startSolanaChain({ slotTime: 20 })
    await chain.fund(visitor?.address ?? '')
  })
  afterAll(() => chain.stop())

  type Options = Partial<Parameters<typeof createSolanaTestWallet>[0]>
  const make = (options: Options = {}) => createSolanaTestWallet({ chain, origin: 'https://app.example', ...options })
  const connected = async (options: Options = {}) => {
    const wallet = make(options)
    await call(wallet, 'standard:connect', 'connect')
    return wallet
  }
  /** The bytes of a transaction of the wallet's first account, unsigned. */
  const unsigned = async (instructions: (from: Awaited<ReturnType<typeof localSigner>>) => readonly Instruction[]) => {
    const from = await localSigner(1)
    const built = await solanaKit(chain).build(from, instructions(from))
    const signatures = Object.fromEntries(Object.keys(built.signatures).map((key) => [key, null]))
    return Uint8Array.from(getTransactionEncoder().encode({ ...built, signatures } as typeof built))
  }
  const transfer = async (amount: bigint, destination?: string) => {
    const to = destination === undefined ? await freshAddress() : address(destination)
    return unsigned((from) => [getTransferSolInstruction({ source: from, destination: to, amount })])
  }

  it('behavior: pages find it by the library of the standard, whichever was there first', async () => {
    const page = new EventTarget()
    vi.stubGlobal('window', page)
    try {
      const [early, late] = [make({ info: { name: 'Early' } }), make()]
      early.announce({ target: page })
      // The library looks for wallets at its first call alone, which another file of this process may have had: its copy for
      // `require` is nobody else's.
      const { getWallets }: typeof import('@wallet-standard/app') = createRequire(import.meta.url)(
        '@wallet-standard/app',
      )
      const wallets = getWallets()
      const found: unknown[] = []
      wallets.on('register', (...registered) => found.push(...registered))
      const leave = late.announce({ target: page })
      expect(wallets.get().map(({ name }) => name)).toEqual(['Early', 'Latchkey Test Wallet'])
      expect(found).toEqual([late.wallet])
      expect(late.wallet).toMatchObject({ version: '1.0.0', icon: testIcon, accounts: [] })
      expect(late.wallet.icon).toMatch(/^data:image\/svg\+xml;base64,[A-Za-z0-9+/]+=*$/)
      expect(late.wallet.chains).toContain('solana:localnet')
      expect(Object.keys(late.wallet.features)).toEqual([
        'standard:connect',
        'standard:disconnect',
        'standard:events',
        'solana:signMessage',
        'solana:signTransaction',
        'solana:signAndSendTransaction',
        'solana:signIn',
      ])
      leave()
      expect(wallets.get()).toEqual([early.wallet])
    } finally {
      vi.unstubAllGlobals()
    }
  })

  it('behavior: connects by approval, then silently, and tells of every change', async () => {
    const asked: ApprovalRequest[] = []
    const approve = async (request: ApprovalRequest) => asked.push(request) > 0
    const kept = new Map<string, string>()
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    }
    const wallet = make({ approve, storage })
    const heard = changes(wallet)
    expect(await call(wallet, 'standard:connect', 'connect', { silent: true })).toEqual({ accounts: [] })
    expect(asked).toEqual([])
    expect(await call(wallet, 'standard:connect', 'connect')).toEqual({ accounts: wallet.wallet.accounts })
    expect(asked).toMatchObject([
      { kind: 'connect', origin: 'https://app.example', accounts: [visitor?.address, second?.address] },
    ])
    expect(wallet.wallet.accounts[0]).toMatchObject({ address: visitor?.address, label: 'Account 1' })
    expect(base58.encode(wallet.wallet.accounts[0]?.publicKey ?? new Uint8Array())).toBe(visitor?.address)

    const after = make({ approve, storage })
    expect(after.wallet.accounts).toEqual([])
    expect(await call(after, 'standard:connect', 'connect', { silent: true })).toEqual({
      accounts: after.wallet.accounts,
    })
    expect(asked).toHaveLength(1)

    wallet.selectAccount(1)
    wallet.revoke()
    expect(heard()).toEqual([[visitor?.address, second?.address], [second?.address, visitor?.address], []])
    expect(wallet.permitted).toBe(false)
    const message = new TextEncoder().encode('Hello')
    const [account] = after.wallet.accounts
    await call(after, 'standard:disconnect', 'disconnect')
    await expect(call(after, 'solana:signMessage', 'signMessage', { account, message })).rejects.toMatchObject({
      code: 4100,
    })
  })

  it('behavior: signs messages, and the site cannot change them after the person has read them', async () => {
    const message = new TextEncoder().encode('Hello, Solana')
    const wallet = await connected({
      approve: async (request) => {
        if (request.kind === 'message') message.fill(0)
        return request.kind === 'connect' || (request.kind === 'message' && request.text === 'Hello, Solana')
      },
    })
    const [account] = wallet.wallet.accounts
    const [signed] = (await call(wallet, 'solana:signMessage', 'signMessage', { account, message })) as Signed[]
    expect(new TextDecoder().decode(signed?.signedMessage)).toBe('Hello, Solana')
    expect(isSigned(visitor?.address, signed?.signedMessage, signed?.signature)).toBe(true)
    expect(isSigned(second?.address, signed?.signedMessage, signed?.signature)).toBe(false)
    await expect(
      call(wallet, 'solana:signMessage', 'signMessage', { account, message: 'Hello' }),
    ).rejects.toMatchObject({ code: -32602 })
  })

  it('behavior: signs a transaction and leaves sending it to the site', async () => {
    const wallet = await connected()
    const [account] = wallet.wallet.accounts
    const transactions = [await transfer(sol), await transfer(2n * sol)]
    const inputs = transactions.map((transaction) => ({ account, transaction, chain: 'solana:devnet' }))
    const answers = (await call(wallet, 'solana:signTransaction', 'signTransaction', ...inputs)) as {
      signedTransaction: Uint8Array
    }[]
    expect(answers).toHaveLength(2)
    for (const { signedTransaction } of answers) {
      const { messageBytes, signatures } = getTransactionDecoder().decode(signedTransaction)
      const [signature] = Object.values(signatures)
      expect(isSigned(visitor?.address, Uint8Array.from(messageBytes), signature ?? undefined)).toBe(true)
    }
    const foreign = { account: wallet.wallet.accounts[1], transaction: transactions[0] }
    await expect(call(wallet, 'solana:signTransaction', 'signTransaction', foreign)).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('no signature of this account'),
    })
    const torn = { account, transaction: Uint8Array.of(1, 2, 3) }
    await expect(call(wallet, 'solana:signTransaction', 'signTransaction', torn)).rejects.toMatchObject({
      code: -32602,
    })
  })

  it('behavior: signs and sends on the local chain, on no other, and passes on what the node says', async () => {
    const wallet = await connected()
    const [account] = wallet.wallet.accounts
    const to = await freshAddress()
    const send = (transaction: Uint8Array, on: string) =>
      call(wallet, 'solana:signAndSendTransaction', 'signAndSendTransaction', { account, transaction, chain: on })
    const [sent] = (await send(await transfer(sol, to), 'solana:localnet')) as { signature: Uint8Array }[]
    const { rpc } = solanaKit(chain)
    expect((await rpc.getBalance(to, { commitment: 'processed' }).send()).value).toBe(sol)
    const signature = base58.encode(sent?.signature ?? new Uint8Array()) as Signature
    expect((await rpc.getSignatureStatuses([signature]).send()).value[0]).toMatchObject({ err: null })
    await send(await transfer(sol), chain.chainId)

    await expect(send(await transfer(sol), 'solana:mainnet')).rejects.toMatchObject({ code: 4902 })
    await expect(send(await transfer(10n ** 17n), 'solana:localnet')).rejects.toMatchObject({
      code: -32002,
      message: expect.stringContaining('custom program error: 0x1'),
    })
  })

  it('behavior: says what leaves, to whom and at what cost; warns of what it cannot read', async () => {
    const texts: ApprovalRequest[] = []
    const wallet = await connected({ approve: async (request) => texts.push(request) > 0 })
    const [account] = wallet.wallet.accounts
    const sign = async (...transactions: Uint8Array[]) => {
      const inputs = transactions.map((transaction) => ({ account, transaction, chain: 'solana:localnet' }))
      await call(wallet, 'solana:signTransaction', 'signTransaction', ...inputs)
      const last = texts.at(-1)
      return last?.kind === 'familyTransaction' ? last.text : undefined
    }
    const to = second?.address ?? ''
    const plain = await sign(await transfer(1_500_000_000n, to))
    expect(plain).toMatchObject({ title: 'Sign a transfer', hero: '1.5 SOL' })
    expect(plain?.rows).toEqual([
      { label: 'To', value: expect.stringContaining('…'), whole: to },
      { label: 'Network', value: 'Local Solana' },
      { label: 'Network fee', value: '0.000005 SOL' },
    ])
    const bid = setTransactionMessageComputeUnitPrice(
      300_000n,
      setTransactionMessageComputeUnitLimit(495, { version: 0, instructions: [] }),
    )
    const hurried = await sign(
      await unsigned((from) => [
        ...bid.instructions,
        getTransferSolInstruction({ source: from, destination: address(to), amount: 1_500_000_000n }),
      ]),
    )
    expect(hurried).toMatchObject({ title: 'Sign a transfer', hero: '1.5 SOL' })
    expect(hurried).not.toHaveProperty('warning')
    expect(hurried?.rows).toEqual([
      ...(plain?.rows.slice(0, 2) ?? []),
      { label: 'Network fee', value: '0.000005149 SOL' },
    ])
    await chain.fund(to)
    const mint = address(solanaTokens[0]?.address ?? '')
    const tokenProgram = TOKEN_PROGRAM_ADDRESS
    const [source] = await findAssociatedTokenPda({ owner: address(visitor?.address ?? ''), mint, tokenProgram })
    const [destination] = await findAssociatedTokenPda({ owner: address(to), mint, tokenProgram })
    const tokens = await unsigned((authority) => [
      getTransferCheckedInstruction({ source, mint, destination, authority, amount: 2_500_000n, decimals: 6 }),
    ])
    expect(await sign(tokens)).toMatchObject({ hero: '2.5 USDC', rows: [{ label: 'To', whole: to }, {}, {}] })
    const strange = await unsigned(() => [{ programAddress: mint, data: Uint8Array.of(1, 2, 3) }])
    expect(await sign(strange)).toMatchObject({
      title: 'Sign a transaction?',
      warning: expect.stringContaining('cannot read'),
      rows: expect.arrayContaining([{ label: 'Program', value: expect.any(String), whole: mint }]),
    })
    const several = await sign(await transfer(sol), await transfer(2n * sol))
    expect(several?.title).toBe('Sign 2 transactions?')
    expect(several?.rows).toEqual(expect.arrayContaining([{ label: 'Transfer 2', value: '2 SOL' }]))
  })

  it('behavior: connects and signs in with one approval, by the text that the wallet writes', async () => {
    const asked: ApprovalRequest[] = []
    const wallet = make({ approve: async (request) => asked.push(request) > 0 })
    const input = {
      domain: 'app.example',
      statement: 'Welcome',
      uri: 'https://app.example/login',
      version: '1',
      chainId: 'localnet',
      nonce: 'abcdef12',
      issuedAt: '2026-01-01T00:00:00.000Z',
      resources: ['https://app.example/terms'],
    }
    const [proof] = (await call(wallet, 'solana:signIn', 'signIn', input)) as (Signed & { account: unknown })[]
    expect(asked).toHaveLength(1)
    expect(proof?.account).toBe(wallet.wallet.accounts[0])
    expect(new TextDecoder().decode(proof?.signedMessage)).toBe(
      [
        'app.example wants you to sign in with your Solana account:',
        visitor?.address,
        '',
        'Welcome',
        '',
        'URI: https://app.example/login',
        'Version: 1',
        'Chain ID: localnet',
        'Nonce: abcdef12',
        'Issued At: 2026-01-01T00:00:00.000Z',
        'Resources:',
        '- https://app.example/terms',
      ].join('\n'),
    )
    expect(isSigned(visitor?.address, proof?.signedMessage, proof?.signature)).toBe(true)
    await call(wallet, 'solana:signIn', 'signIn', { ...input, domain: 'bank.example' })
    const last = asked.at(-1)
    expect(last?.kind === 'familyTransaction' ? last.text.warning : undefined).toContain('bank.example')
    const foreign = { ...input, address: second?.address }
    await expect(call(wallet, 'solana:signIn', 'signIn', foreign)).rejects.toMatchObject({ code: 4100 })
  })

  it('behavior: each switch does what it says', async () => {
    const connect = (wallet: SolanaTestWallet) => call(wallet, 'standard:connect', 'connect')
    await expect(connect(make({ switches: { reject: true } }))).rejects.toMatchObject({ code: 4001 })
    await expect(connect(make({ switches: { pending: true } }))).rejects.toMatchObject({ code: -32002 })
    await expect(connect(make({ switches: { autoApprove: false } }))).rejects.toMatchObject({ code: 4001 })
    expect(await connect(make({ switches: { nonsense: true } }))).not.toHaveProperty('accounts')
    const wallet = await connected({ approve: async ({ kind }) => kind === 'connect' || new Promise(() => {}) })
    const [account] = wallet.wallet.accounts
    const heard = changes(wallet)
    const open = call(wallet, 'solana:signMessage', 'signMessage', { account, message: new Uint8Array(1) })
    await vi.waitFor(() => expect(wallet.requests.at(-1)?.method).toBe('solana:signMessage'))
    wallet.set({ disconnected: true })
    await expect(open).rejects.toMatchObject({ code: 4900 })
    await expect(connect(wallet)).rejects.toMatchObject({ code: 4900 })
    wallet.set({ disconnected: false })
    expect(heard()).toEqual([[], wallet.accounts])
    wallet.set({ unknownChain: true })
    const input = { account, transaction: await transfer(1n), chain: 'solana:localnet' }
    await expect(call(wallet, 'solana:signAndSendTransaction', 'signAndSendTransaction', input)).rejects.toMatchObject({
      code: 4902,
    })
  })
})

type Signed = { signedMessage: Uint8Array; signature: Uint8Array }

async function call(wallet: SolanaTestWallet, feature: `${string}:${string}`, method: string, ...inputs: unknown[]) {
  const methods = wallet.wallet.features[feature] as { [name: string]: (...inputs: unknown[]) => Promise<unknown> }
  return methods[method]?.(...inputs)
}

function changes(wallet: SolanaTestWallet): () => unknown[] {
  const heard: unknown[] = []
  const events = wallet.wallet.features['standard:events'] as {
    on(event: string, listener: (change: { accounts: { address: string }[] }) => void): () => void
  }
  events.on('change', ({ accounts }) => heard.push(accounts.map(({ address }) => address)))
  return () => heard
}

/** By Node's own ed25519, which did not make the signature. */
function isSigned(by: string | undefined, bytes: Uint8Array | undefined, signature: Uint8Array | undefined): boolean {
  const x = Buffer.from(base58.decode(by ?? '')).toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return verify(null, bytes ?? new Uint8Array(), key, signature ?? new Uint8Array())
}
