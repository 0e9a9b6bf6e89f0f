import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  address,
  airdropFactory,
  assertIsTransactionWithBlockhashLifetime,
  type Blockhash,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  isSolanaError,
  lamports,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
  SOLANA_ERROR__TRANSACTION_ERROR__ALREADY_PROCESSED,
  SOLANA_ERROR__TRANSACTION_ERROR__BLOCKHASH_NOT_FOUND,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshAddress, localSigner, solanaKit } from '../../../test/solanaKit.js'
import { solanaAccounts } from './accounts.js'
import { solanaGenesisHash, solanaTokens } from './localSolana.js'
import type { SolanaChain } from './solanaChain.js'
import { startSolanaChain } from './startSolanaChain.js'

const sol = 1_000_000_000n
const usdc = address(solanaTokens[0]?.address ?? '')

describe('startSolanaChain', () => {
  let chain: SolanaChain
  let client: ReturnType<typeof solanaKit>
  beforeAll(async () => {
    chain = await startSolanaChain({ slotTime: 20 })
    client = solanaKit(chain)
  })
  afterAll(() => chain.stop())

  it('behavior: an airdrop and a transfer by the public client, confirmed through its subscriptions', async () => {
    const { rpc, rpcSubscriptions, build, sendAndConfirm } = client
    const sender = await generateKeyPairSigner()
    const airdrop = airdropFactory({ rpc, rpcSubscriptions } as Parameters<typeof airdropFactory>[0])
    await airdrop({ commitment: 'confirmed', recipientAddress: sender.address, lamports: lamports(3n * sol) })
    expect((await rpc.getBalance(sender.address).send()).value).toBe(3n * sol)

    const destination = await freshAddress()
    const amount = lamports(sol)
    const transaction = await build(sender, [getTransferSolInstruction({ source: sender, destination, amount })])
    assertIsTransactionWithBlockhashLifetime(transaction)
    await sendAndConfirm(transaction, { commitment: 'confirmed' })
    expect((await rpc.getBalance(destination).send()).value).toBe(sol)
    expect((await rpc.getBalance(sender.address).send()).value).toBe(2n * sol - 5000n)

    const signature = getSignatureFromTransaction(transaction)
    const confirmed = await rpc
      .getTransaction(signature, { maxSupportedTransactionVersion: 0, encoding: 'json' })
      .send()
    expect(confirmed?.meta).toMatchObject({ err: null, fee: 5000n })
    expect(confirmed?.meta?.preBalances.slice(0, 2)).toEqual([3n * sol, 0n])
    expect(confirmed?.meta?.postBalances.slice(0, 2)).toEqual([2n * sol - 5000n, sol])
    expect(confirmed?.transaction.signatures).toEqual([signature])
    const [latest, gift] = await rpc.getSignaturesForAddress(sender.address).send()
    expect(latest).toMatchObject({ signature, err: null, memo: null })
    expect(gift?.signature).not.toBe(signature)
    const newest = await rpc.getSignaturesForAddress(sender.address, { limit: 1 }).send()
    expect(newest.map((one) => one.signature)).toEqual([signature])
    const older = await rpc.getSignaturesForAddress(sender.address, { before: signature }).send()
    expect(older.map((one) => one.signature)).toEqual([gift?.signature])
  })

  it('behavior: tokens move by the token program, and their holdings are told before and after', async () => {
    const { rpc, build, sendAndConfirm } = client
    const [payer, recipient] = [await localSigner(1), await freshAddress()]
    await chain.fund(payer.address)
    const tokenProgram = TOKEN_PROGRAM_ADDRESS
    const [source] = await findAssociatedTokenPda({ owner: payer.address, mint: usdc, tokenProgram })
    const [destination] = await findAssociatedTokenPda({ owner: recipient, mint: usdc, tokenProgram })
    const held = (await rpc.getTokenAccountBalance(source).send()).value
    expect(held).toMatchObject({ amount: '1000000000', decimals: 6, uiAmountString: '1000' })
    const transaction = await build(payer, [
      getCreateAssociatedTokenIdempotentInstruction({ payer, ata: destination, owner: recipient, mint: usdc }),
      getTransferCheckedInstruction({
        source,
        mint: usdc,
        destination,
        authority: payer,
        amount: 12_500_000n,
        decimals: 6,
      }),
    ])
    assertIsTransactionWithBlockhashLifetime(transaction)
    await sendAndConfirm(transaction, { commitment: 'confirmed' })

    const owned = await rpc.getTokenAccountsByOwner(recipient, { mint: usdc }, { encoding: 'jsonParsed' }).send()
    expect(owned.value).toHaveLength(1)
    expect(owned.value[0]).toMatchObject({
      pubkey: destination,
      account: {
        owner: tokenProgram,
        data: {
          program: 'spl-token',
          parsed: { type: 'account', info: { mint: usdc, owner: recipient, tokenAmount: { uiAmountString: '12.5' } } },
        },
      },
    })
    const all = await rpc
      .getTokenAccountsByOwner(payer.address, { programId: tokenProgram }, { encoding: 'jsonParsed' })
      .send()
    expect(all.value.map(({ account }) => account.data.parsed.info.mint).sort()).toEqual(
      solanaTokens.map((token) => token.address).sort(),
    )
    const signature = getSignatureFromTransaction(transaction)
    const confirmed = await rpc
      .getTransaction(signature, { maxSupportedTransactionVersion: 0, encoding: 'jsonParsed' })
      .send()
    const holding = (list: readonly { owner?: unknown; uiTokenAmount: { uiAmountString: string } }[] | undefined) =>
      Object.fromEntries((list ?? []).map(({ owner, uiTokenAmount }) => [owner, uiTokenAmount.uiAmountString]))
    expect(holding(confirmed?.meta?.preTokenBalances)).toEqual({ [payer.address]: '1000' })
    expect(holding(confirmed?.meta?.postTokenBalances)).toEqual({ [payer.address]: '987.5', [recipient]: '12.5' })
    expect(confirmed?.transaction.message.instructions[1]).toMatchObject({
      program: 'spl-token',
      parsed: {
        type: 'transferChecked',
        info: { mint: usdc, tokenAmount: { amount: '12500000', uiAmountString: '12.5' } },
      },
    })
    const supply = (await rpc.getTokenSupply(usdc).send()).value
    expect(BigInt(supply.amount)).toBeGreaterThanOrEqual(1_000_000_000n)
    const [mint, missing] = (
      await rpc.getMultipleAccounts([usdc, await freshAddress()], { encoding: 'jsonParsed' }).send()
    ).value
    expect(mint?.data).toMatchObject({ parsed: { type: 'mint', info: { decimals: 6 } } })
    expect(missing).toBeNull()
  })

  it('error: more than the account holds fails in preflight with the logs, and costs nothing', async () => {
    const { rpc, build } = client
    const sender = await localSigner(2)
    const before = (await rpc.getBalance(sender.address).send()).value
    const transaction = await build(sender, [
      getTransferSolInstruction({ source: sender, destination: await freshAddress(), amount: 10n ** 15n }),
    ])
    const wire = getBase64EncodedWireTransaction(transaction)
    const answer = await ask('sendTransaction', [wire, { encoding: 'base64' }])
    expect(answer.error).toMatchObject({
      code: -32002,
      message: 'Transaction simulation failed: Error processing Instruction 0: custom program error: 0x1',
      data: { err: { InstructionError: [0, { Custom: 1 }] }, unitsConsumed: expect.any(Number) },
    })
    expect(answer.error?.data?.logs).toContainEqual(expect.stringContaining('insufficient lamports'))
    expect((await rpc.getBalance(sender.address).send()).value).toBe(before)

    // Without preflight it is part of the chain, failed, and pays its fee.
    const signature = await rpc.sendTransaction(wire, { encoding: 'base64', skipPreflight: true }).send()
    const [status] = (await rpc.getSignatureStatuses([signature]).send()).value
    expect(status?.err).toEqual({ InstructionError: [0n, { Custom: 1n }] })
    expect((await rpc.getBalance(sender.address).send()).value).toBe(before - 5000n)
  })

  it('error: an account that would be left below the rent is refused, and so is a payer that the chain does not know', async () => {
    const { rpc, build } = client
    const [sender, poor] = [await localSigner(2), await generateKeyPairSigner()]
    const dust = await build(sender, [
      getTransferSolInstruction({ source: sender, destination: poor.address, amount: 1000n }),
    ])
    const refused = await ask('sendTransaction', [getBase64EncodedWireTransaction(dust), { encoding: 'base64' }])
    expect(refused.error).toMatchObject({
      code: -32002,
      message: 'Transaction simulation failed: Transaction results in an account (1) with insufficient funds for rent',
      data: { err: { InsufficientFundsForRent: { account_index: 1 } } },
    })
    const unpaid = await build(poor, [
      getTransferSolInstruction({ source: poor, destination: sender.address, amount: 1n }),
    ])
    const unknown = await ask('sendTransaction', [getBase64EncodedWireTransaction(unpaid), { encoding: 'base64' }])
    expect(unknown.error).toMatchObject({ code: -32002, data: { err: 'AccountNotFound' } })
    expect((await rpc.getSignaturesForAddress(poor.address).send()).length).toBe(0)
  })

  it('error: an expired blockhash, a double and a wrong signature are refused', async () => {
    const { rpc, build } = client
    const sender = await localSigner(3)
    const send = (transaction: Parameters<typeof getBase64EncodedWireTransaction>[0]) =>
      rpc.sendTransaction(getBase64EncodedWireTransaction(transaction), { encoding: 'base64' }).send()
    const step = getTransferSolInstruction({ source: sender, destination: await freshAddress(), amount: sol })
    const { value: lifetime } = await rpc.getLatestBlockhash().send()
    const good = await build(sender, [step], lifetime)
    await send(good)
    await expect(send(good)).rejects.toSatisfy(causedBy(SOLANA_ERROR__TRANSACTION_ERROR__ALREADY_PROCESSED))

    const other = getTransferSolInstruction({ source: sender, destination: await freshAddress(), amount: sol })
    const expired = await build(sender, [other], lifetime)
    chain.skipSlots(151)
    expect((await rpc.isBlockhashValid(lifetime.blockhash).send()).value).toBe(false)
    await expect(send(expired)).rejects.toSatisfy(causedBy(SOLANA_ERROR__TRANSACTION_ERROR__BLOCKHASH_NOT_FOUND))
    const raw = await ask('sendTransaction', [getBase64EncodedWireTransaction(expired), { encoding: 'base64' }])
    expect(raw.error?.message).toBe('Transaction simulation failed: Blockhash not found')

    const signed = await build(sender, [other])
    const [signer = sender.address] = Object.keys(signed.signatures)
    const tampered = { ...signed, signatures: { [signer]: new Uint8Array(64).fill(7) } } as unknown as typeof signed
    const wrong = await ask('sendTransaction', [getBase64EncodedWireTransaction(tampered), { encoding: 'base64' }])
    expect(wrong.error).toMatchObject({ code: -32003, message: 'Transaction signature verification failure' })
  })

  it('behavior: commitments are reached one after another, and a transaction below them is not shown', async () => {
    const slow = await startSolanaChain({ slotTime: 1_000_000 })
    try {
      const { rpc } = solanaKit(slow)
      const [signature = ''] = await slow.fund(await freshAddress())
      const status = async () =>
        (await rpc.getSignatureStatuses([signature as Parameters<typeof rpc.getTransaction>[0]]).send()).value[0]
      const shown = (commitment: string) =>
        ask('getTransaction', [signature, { commitment, maxSupportedTransactionVersion: 0 }], slow.url)
      expect(await status()).toMatchObject({ confirmationStatus: 'processed', confirmations: 0n })
      expect((await shown('confirmed')).result).toBeNull()
      slow.skipSlots(1)
      expect(await status()).toMatchObject({ confirmationStatus: 'confirmed', confirmations: 1n })
      expect((await shown('confirmed')).result).toMatchObject({ version: 0 })
      expect((await shown('finalized')).result).toBeNull()
      slow.skipSlots(31)
      expect(await status()).toMatchObject({ confirmationStatus: 'finalized', confirmations: null })
      expect((await shown('finalized')).result).toMatchObject({ version: 0 })
      expect((await shown('processed')).error).toMatchObject({ code: -32602 })
      const old = await ask('getTransaction', [signature], slow.url)
      expect(old.error).toMatchObject({ code: -32015 })
    } finally {
      await slow.stop()
    }
  })

  it('behavior: subscribers get accounts, logs and slots', async () => {
    const { rpcSubscriptions } = client
    const aborter = new AbortController()
    const abortSignal = aborter.signal
    const watched = await freshAddress()
    const [accounts, logs, slots] = await Promise.all([
      rpcSubscriptions.accountNotifications(watched, { commitment: 'confirmed' }).subscribe({ abortSignal }),
      rpcSubscriptions
        .logsNotifications({ mentions: [watched] }, { commitment: 'confirmed' })
        .subscribe({ abortSignal }),
      rpcSubscriptions.slotNotifications().subscribe({ abortSignal }),
    ])
    const first = async <value>(list: AsyncIterable<value>) => {
      for await (const one of list) return one
      throw new Error('Nothing was published')
    }
    const heard = Promise.all([first(accounts), first(logs), first(slots)])
    const [signature] = await chain.fund(watched)
    const [account, log, slot] = await heard
    expect(account.value.lamports).toBe(10n * sol)
    expect(log.value).toMatchObject({ err: null, signature })
    expect(slot.slot).toBe(slot.parent + 1n)
    aborter.abort()
  })

  it('behavior: a simulation says what would be, and leaves no trace', async () => {
    const { rpc, build } = client
    const [sender, destination] = [await localSigner(4), await freshAddress()]
    const stale = { blockhash: solanaGenesisHash as Blockhash, lastValidBlockHeight: 1n }
    const step = getTransferSolInstruction({ source: sender, destination, amount: sol })
    const wire = getBase64EncodedWireTransaction(await build(sender, [step], stale))
    const strict = await rpc.simulateTransaction(wire, { encoding: 'base64' }).send()
    expect(strict.value.err).toBe('BlockhashNotFound')
    const { value } = await rpc
      .simulateTransaction(wire, {
        encoding: 'base64',
        replaceRecentBlockhash: true,
        accounts: { addresses: [destination], encoding: 'base64' },
      })
      .send()
    expect(value.err).toBeNull()
    expect(value.unitsConsumed).toBe(150n)
    expect(value.accounts?.[0]?.lamports).toBe(sol)
    expect((await rpc.getAccountInfo(destination, { encoding: 'base64' }).send()).value).toBeNull()
    const message = Buffer.from((await build(sender, [step])).messageBytes).toString('base64')
    expect((await ask('getFeeForMessage', [message])).result).toMatchObject({ value: 5000 })
  })

  it('error: what is asked wrongly is answered with the code of JSON-RPC', async () => {
    const code = async (method: string, params: unknown) => (await ask(method, params)).error?.code
    expect(await code('getBalance', ['not an address'])).toBe(-32602)
    expect(await code('getBalance', {})).toBe(-32602)
    expect(await code('getBalance', [solanaAccounts[0]?.address, { commitment: 'soon' }])).toBe(-32602)
    expect(await code('getBalance', [solanaAccounts[0]?.address, { minContextSlot: 1e12 }])).toBe(-32016)
    expect(await code('sendTransaction', ['AAAA', { encoding: 'base64' }])).toBe(-32602)
    expect(await code('sendTransaction', ['0OIl'])).toBe(-32602)
    expect(await code('requestAirdrop', [solanaAccounts[0]?.address, -1])).toBe(-32602)
    expect(await code('requestAirdrop', [await freshAddress(), 1])).toBe(-32602)
    expect(await code('getBlockTimes', [])).toBe(-32601)
    expect(await code('getSignatureStatuses', [Array.from({ length: 300 }, () => 'x')])).toBe(-32602)
    const post = async (body: string) => (await fetch(chain.url, { method: 'POST', body })).json()
    expect(await post('{')).toMatchObject({ error: { code: -32700 } })
    expect(await post('[]')).toMatchObject({ error: { code: -32600 } })
    const batch = [1, 2].map((id) => ({ jsonrpc: '2.0', id, method: 'getHealth' }))
    expect(await post(JSON.stringify(batch))).toEqual([
      { jsonrpc: '2.0', id: 1, result: 'ok' },
      { jsonrpc: '2.0', id: 2, result: 'ok' },
    ])
    await expect(chain.fund('0x12')).rejects.toMatchObject({ code: 'INVALID_ADDRESS' })
  })

  it('behavior: pages of every origin may ask', async () => {
    const headers = { origin: 'https://app.example', 'access-control-request-headers': 'content-type,solana-client' }
    const preflight = await fetch(chain.url, { method: 'OPTIONS', headers })
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
    expect((await fetch(`${chain.url}/health`)).status).toBe(200)
    expect((await fetch(chain.url)).status).toBe(405)
    expect((await ask('getGenesisHash', [])).result).toBe(solanaGenesisHash)
    const rent = await client.rpc.getMinimumBalanceForRentExemption(165n).send()
    expect(rent).toBe(2_039_280n)
    const mints = await client.rpc
      .getProgramAccounts(TOKEN_PROGRAM_ADDRESS, { encoding: 'base64', filters: [{ dataSize: 82n }] })
      .send()
    expect(mints.map(({ pubkey }) => pubkey)).toEqual(
      expect.arrayContaining(solanaTokens.map((token) => token.address)),
    )
  })

  it('behavior: a restart keeps accounts, history and what was sent already', async () => {
    const stateDir = mkdtempSync(join(tmpdir(), 'devnet-solana-'))
    try {
      const first = await startSolanaChain({ stateDir, slotTime: 20 })
      const kit = solanaKit(first)
      const [sender, destination] = [await localSigner(5), await freshAddress()]
      const sent = await kit.build(sender, [getTransferSolInstruction({ source: sender, destination, amount: sol })])
      assertIsTransactionWithBlockhashLifetime(sent)
      await kit.sendAndConfirm(sent, { commitment: 'confirmed' })
      const slot = await kit.rpc.getSlot().send()
      await first.stop()
      await first.stop()
      await expect(fetch(first.url)).rejects.toThrow()

      const second = await startSolanaChain({ stateDir, slotTime: 20 })
      const again = solanaKit(second)
      expect((await again.rpc.getBalance(destination).send()).value).toBe(sol)
      const [known] = await again.rpc.getSignaturesForAddress(destination).send()
      expect(known?.signature).toBe(getSignatureFromTransaction(sent))
      expect(await again.rpc.getSlot().send()).toBeGreaterThan(slot)
      const wire = getBase64EncodedWireTransaction(sent)
      const double = await ask('sendTransaction', [wire, { encoding: 'base64' }], second.url)
      expect(double.error?.data?.err).toBe('AlreadyProcessed')
      await second.fund(destination)
      await second.stop()

      const lines: string[] = []
      writeFileSync(join(stateDir, 'solana.ledger'), 'torn {')
      const third = await startSolanaChain({ stateDir, log: (line) => lines.push(line) })
      expect((await solanaKit(third).rpc.getBalance(destination).send()).value).toBe(0n)
      expect(lines).toEqual([expect.stringContaining('put aside')])
      await third.stop()
      expect(readdirSync(stateDir).sort()).toEqual(['solana.ledger', 'solana.ledger.broken'])
    } finally {
      rmSync(stateDir, { recursive: true, force: true })
    }
  })

  type Answer = {
    result?: unknown
    error?: { code: number; message: string; data?: { err?: unknown; logs?: string[] } }
  }
  async function ask(method: string, params: unknown, url = chain.url): Promise<Answer> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    return (await fetch(url, { method: 'POST', body })).json() as Promise<Answer>
  }
})

function causedBy(code: number): (error: unknown) => boolean {
  return (error) =>
    isSolanaError(error, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE) &&
    (error.cause as { context?: { __code?: number } } | undefined)?.context?.__code === code
}
