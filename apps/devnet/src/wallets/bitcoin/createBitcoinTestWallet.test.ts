import { base64, hex } from '@scure/base'
import { SigHash, Transaction } from '@scure/btc-signer'
import { getWallets } from '@wallet-standard/app'
import { Verifier } from 'bip322-js'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { bitcoinAccounts } from '../../chains/bitcoin/bitcoinAccounts.js'
import { regtest } from '../../chains/bitcoin/bitcoinNetwork.js'
import { type BitcoinChain, startBitcoinChain } from '../../chains/bitcoin/startBitcoinChain.js'
import type { ApprovalRequest } from '../approvalRequest.js'
import { describeApproval } from '../describeApproval.js'
import type { FamilyWalletOptions } from '../family/familyWallet.js'
import { createBitcoinTestWallet } from './createBitcoinTestWallet.js'
import type { SatsConnectAnswer } from './satsConnectProvider.js'

type Connect = (input?: {
  silent?: boolean
  purposes?: readonly string[]
}) => Promise<{ accounts: readonly { address: string }[] }>
type Sign = (input: object) => Promise<readonly { readonly [name: string]: unknown }[]>

const [first, second] = bitcoinAccounts(2)
if (!first || !second) throw new Error('There are two accounts')

describe('createBitcoinTestWallet', () => {
  let chain: BitcoinChain
  beforeAll(async () => {
    chain = await startBitcoinChain()
  })
  afterAll(() => chain.stop())

  const make = (options: Partial<FamilyWalletOptions> = {}) => createBitcoinTestWallet({ chain, ...options })
  const connected = async (options: Partial<FamilyWalletOptions> = {}) => {
    const wallet = make(options)
    await wallet.unisat.requestAccounts()
    return wallet
  }
  const feature = <shape>(wallet: ReturnType<typeof make>, name: `${string}:${string}`) =>
    wallet.standard.features[name]?.[name.slice(name.indexOf(':') + 1)] as shape
  const result = (answer: SatsConnectAnswer) => {
    if (answer.status === 'error') throw Object.assign(new Error(answer.error.message), answer.error)
    return answer.result as { readonly [name: string]: unknown }
  }
  const utxo = async (address: string) => {
    const list = (await (await fetch(`${chain.url}/address/${address}/utxo`)).json()) as {
      txid: string
      vout: number
      value: number
    }[]
    const coin = list.at(-1)
    if (!coin) throw new Error(`Nothing is left at ${address}`)
    return coin
  }
  /** A PSBT that pays from an account, unsigned. */
  const draft = async (from: typeof first.payment, to: string, amount: bigint, sighashType?: number) => {
    const { txid, vout, value } = await utxo(from.address)
    const tx = new Transaction()
    const witnessUtxo = { script: from.script, amount: BigInt(value) }
    tx.addInput({ txid, index: vout, witnessUtxo, ...(sighashType === undefined ? {} : { sighashType }) })
    tx.addOutputAddress(to, amount, regtest)
    tx.addOutput({ script: from.script, amount: BigInt(value) - amount - 500n })
    return tx.toPSBT()
  }
  const post = async (psbt: Uint8Array) => {
    const tx = Transaction.fromPSBT(psbt)
    tx.finalize()
    const response = await fetch(`${chain.url}/tx`, { method: 'POST', body: tx.hex })
    return { status: response.status, text: await response.text(), id: tx.id }
  }

  describe('as the Wallet Standard', () => {
    it('behavior: is found by the library of the standard, before and after it, and leaves', () => {
      vi.stubGlobal('window', new EventTarget())
      const early = make({ info: { name: 'Early' } }).announce({ target: window, ways: ['standard'] })
      const { get } = getWallets()
      const late = make({ info: { name: 'Late' } }).announce({ target: window, ways: ['standard'] })
      expect(get().map(({ name, chains }) => [name, chains])).toEqual([
        ['Early', ['bitcoin:regtest']],
        ['Late', ['bitcoin:regtest']],
      ])
      early()
      late()
      expect(get()).toEqual([])
      vi.unstubAllGlobals()
    })

    it('behavior: connects with both accounts or those asked for, silently only when it was allowed before', async () => {
      const wallet = make()
      const connect = feature<Connect>(wallet, 'standard:connect')
      expect((await connect({ silent: true })).accounts).toEqual([])
      expect(wallet.standard.accounts).toEqual([])
      const { accounts } = await feature<Connect>(wallet, 'bitcoin:connect')({ purposes: ['ordinals'] })
      expect(accounts).toEqual([expect.objectContaining({ address: first.ordinal.address, purpose: 'ordinals' })])
      expect((await connect({ silent: true })).accounts.map(({ address }) => address)).toEqual([
        first.payment.address,
        first.ordinal.address,
      ])
      expect(wallet.standard.accounts[0]).toMatchObject({
        publicKey: hex.decode(first.payment.publicKey),
        chains: ['bitcoin:regtest'],
      })
    })

    it('behavior: tells when accounts change, and no more once nobody listens', async () => {
      const wallet = await connected()
      const heard: unknown[] = []
      const on = wallet.standard.features['standard:events']?.on as (
        event: string,
        listener: (change: { accounts: { address: string }[] }) => void,
      ) => () => void
      const stop = on('change', ({ accounts }) => heard.push(accounts.map(({ address }) => address)))
      wallet.selectAccount(1)
      wallet.set({ disconnected: true })
      wallet.set({ disconnected: false })
      wallet.revoke()
      stop()
      await wallet.unisat.requestAccounts()
      const pair = [second.payment.address, second.ordinal.address]
      expect(heard).toEqual([pair, [], pair, []])
    })

    it('behavior: signs messages by BIP-322 with both kinds of account, as another library finds', async () => {
      const wallet = await connected()
      const sign = feature<Sign>(wallet, 'bitcoin:signMessage')
      for (const { address } of [first.payment, first.ordinal]) {
        for (const message of ['Hello', 'Grüße, 世界', '']) {
          const [output] = await sign({ account: { address }, message: new TextEncoder().encode(message) })
          const signature = base64.encode(output?.signature as Uint8Array)
          expect(Verifier.verifySignature(address, message, signature)).toBe(true)
          expect(Verifier.verifySignature(address, `${message}!`, signature)).toBe(false)
        }
      }
    })

    it('behavior: signs PSBTs of both kinds that the chain takes, and sends by itself when asked to', async () => {
      const wallet = await connected()
      for (const from of [first.payment, first.ordinal]) {
        const inputsToSign = [{ account: { address: from.address }, signingIndexes: [0] }]
        const psbt = await draft(from, second.payment.address, 10_000n)
        const [signed] = await feature<Sign>(wallet, 'bitcoin:signTransaction')({ psbt, inputsToSign })
        const sent = await post(signed?.signedPsbt as Uint8Array)
        expect(sent).toMatchObject({ status: 200, text: sent.id })
        const next = await draft(from, second.payment.address, 11_000n)
        const [output] = await feature<Sign>(wallet, 'bitcoin:signAndSendTransaction')({ psbt: next, inputsToSign })
        expect((await fetch(`${chain.url}/tx/${output?.txId}`)).status).toBe(200)
      }
      const sighash = await draft(first.payment, second.payment.address, 12_000n, SigHash.SINGLE_ANYONECANPAY)
      const inputsToSign = [
        { account: { address: first.payment.address }, signingIndexes: [0], sigHash: 'SINGLE|ANYONECANPAY' },
      ]
      const [loose] = await feature<Sign>(wallet, 'bitcoin:signTransaction')({ psbt: sighash, inputsToSign })
      expect((await post(loose?.signedPsbt as Uint8Array)).status).toBe(200)
    })

    it('error: inputs of others, indexes that are not there, and bytes that are no PSBT are refused', async () => {
      const wallet = await connected()
      const sign = feature<Sign>(wallet, 'bitcoin:signTransaction')
      const psbt = await draft(second.payment, first.payment.address, 10_000n)
      const ask = (index: number, address: string, bytes = psbt) =>
        sign({ psbt: bytes, inputsToSign: [{ account: { address }, signingIndexes: [index] }] })
      await expect(ask(0, first.payment.address)).rejects.toMatchObject({ code: -32602 })
      await expect(ask(3, first.payment.address)).rejects.toThrow('no input 3')
      await expect(ask(0, second.payment.address)).rejects.toMatchObject({ code: 4100 })
      await expect(ask(0, first.payment.address, Uint8Array.of(1, 2))).rejects.toThrow('cannot be read')
    })
  })

  describe('as Sats Connect knows it', () => {
    it('behavior: is listed on the page under a path where its provider stands, and leaves', () => {
      const page = new EventTarget() as EventTarget & { [name: string]: unknown }
      const wallet = make()
      const stop = wallet.announce({ target: page, ways: ['satsConnect'] })
      const [entry] = page.btc_providers as { id: string; name: string; icon: string }[]
      const provider = entry?.id
        .split('.')
        .reduce<unknown>((at, name) => (at as { [name: string]: unknown })[name], page)
      expect(provider).toBe(wallet.satsConnect)
      expect(entry).toMatchObject({ name: 'Latchkey Test Wallet', icon: expect.stringMatching(/^data:image\/svg/) })
      stop()
      expect(page.btc_providers).toEqual([])
    })

    it('behavior: gives accounts with their purposes, keys and kinds', async () => {
      const wallet = make()
      expect(await wallet.satsConnect.request('wallet_getAccount')).toMatchObject({ error: { code: -32002 } })
      const answer = await wallet.satsConnect.request('getAddresses', { purposes: ['payment', 'ordinals'] })
      expect(answer).toMatchObject({ jsonrpc: '2.0', status: 'success' })
      expect(result(answer).addresses).toEqual([
        expect.objectContaining({
          address: first.payment.address,
          purpose: 'payment',
          publicKey: first.payment.publicKey,
        }),
        expect.objectContaining({
          address: first.ordinal.address,
          purpose: 'ordinals',
          addressType: 'p2tr',
          publicKey: first.ordinal.publicKey.slice(2),
        }),
      ])
      expect(result(await wallet.satsConnect.request('wallet_connect', null))).toMatchObject({
        addresses: [{ purpose: 'payment' }, { purpose: 'ordinals' }],
        network: { bitcoin: { name: 'Regtest' } },
      })
      expect(result(await wallet.satsConnect.request('getAccounts', { purposes: ['ordinals'] }))).toHaveLength(1)
      await wallet.satsConnect.request('wallet_disconnect')
      expect(wallet.permitted).toBe(false)
    })

    it('behavior: signs messages by both protocols, as another library finds', async () => {
      const wallet = await connected()
      for (const [account, protocol] of [
        [first.payment, undefined],
        [first.payment, 'BIP322'],
        [first.ordinal, undefined],
      ] as const) {
        const params = { address: account.address, message: 'Sign in', ...(protocol ? { protocol } : {}) }
        const {
          signature,
          protocol: used,
          messageHash,
        } = result(await wallet.satsConnect.request('signMessage', params))
        expect(messageHash).toMatch(/^[0-9a-f]{64}$/)
        expect(used).toBe(protocol ?? (account.type === 'payment' ? 'ECDSA' : 'BIP322'))
        expect(Verifier.verifySignature(account.address, 'Sign in', String(signature))).toBe(true)
      }
      const taproot = { address: first.ordinal.address, message: 'x', protocol: 'ECDSA' }
      expect(await wallet.satsConnect.request('signMessage', taproot)).toMatchObject({ error: { code: -32602 } })
    })

    it('behavior: signs a PSBT and sends it, and makes transfers', async () => {
      const wallet = await connected()
      const psbt = base64.encode(await draft(first.payment, second.payment.address, 20_000n))
      const signInputs = { [first.payment.address]: [0] }
      const { txid } = result(await wallet.satsConnect.request('signPsbt', { psbt, signInputs, broadcast: true }))
      expect((await fetch(`${chain.url}/tx/${txid}`)).status).toBe(200)
      const recipients = [
        { address: second.payment.address, amount: 30_000 },
        { address: second.ordinal.address, amount: 40_000 },
      ]
      const sent = result(await wallet.satsConnect.request('sendTransfer', { recipients }))
      const tx = (await (await fetch(`${chain.url}/tx/${sent.txid}`)).json()) as {
        vout: unknown[]
        fee: number
        weight: number
      }
      expect(tx.vout.slice(0, 2)).toMatchObject([{ value: 30_000 }, { value: 40_000 }])
      expect(tx.fee).toBeLessThan(tx.weight)
    })

    it('error: answers with the numbers of the convention', async () => {
      const wallet = await connected()
      const code = async (method: string, params?: unknown) => {
        const answer = await wallet.satsConnect.request(method, params)
        return answer.status === 'error' ? answer.error.code : 0
      }
      expect(await code('stx_getAddresses')).toBe(-32601)
      expect(await code('toString')).toBe(-32601)
      expect(await code('sendTransfer', { recipients: [{ address: 'banana', amount: 1_000 }] })).toBe(-32602)
      expect(await code('sendTransfer', { recipients: [{ address: second.payment.address, amount: 1.5 }] })).toBe(
        -32602,
      )
      expect(await code('sendTransfer', { recipients: [{ address: second.payment.address, amount: 10 ** 14 }] })).toBe(
        -32603,
      )
      expect(await code('signPsbt', { psbt: '%%%' })).toBe(-32602)
      expect(await code('signMessage', { address: second.payment.address, message: 'x' })).toBe(-32002)
      expect(await code('wallet_changeNetwork', { name: 'Mainnet' })).toBe(-32602)
      wallet.set({ wrongChain: true })
      expect(await code('wallet_changeNetwork', { name: 'Mainnet' })).toBe(0)
      wallet.set({ reject: true })
      expect(await code('signMessage', { address: first.payment.address, message: 'x' })).toBe(-32000)
      wallet.set({ reject: false, pending: true })
      expect(await code('signMessage', { address: first.payment.address, message: 'x' })).toBe(-32603)
      wallet.set({ pending: false, disconnected: true })
      expect(await code('getInfo')).toBe(-32603)
    })
  })

  describe('as UniSat shows itself', () => {
    it('behavior: stands at window.unisat unless another is there, and gives one account', async () => {
      const page = new EventTarget() as EventTarget & { unisat?: unknown }
      const wallet = make()
      const stop = wallet.announce({ target: page, ways: ['unisat'] })
      make().announce({ target: page, ways: ['unisat'] })
      expect(page.unisat).toBe(wallet.unisat)
      stop()
      expect(page.unisat).toBeUndefined()
      expect(await wallet.unisat.getAccounts()).toEqual([])
      await expect(wallet.unisat.getPublicKey()).rejects.toMatchObject({ code: 4100 })
      const heard: unknown[] = []
      wallet.unisat.on('accountsChanged', (accounts) => heard.push(accounts))
      expect(await wallet.unisat.requestAccounts()).toEqual([first.payment.address])
      wallet.selectAccount(1)
      expect(heard).toEqual([[first.payment.address], [second.payment.address]])
      expect(await wallet.unisat.getPublicKey()).toBe(second.payment.publicKey)
      expect(await wallet.unisat.getNetwork()).toBe('regtest')
      expect(await wallet.unisat.getChain()).toMatchObject({ enum: 'BITCOIN_REGTEST' })
      await expect(wallet.unisat.switchChain('BITCOIN_MAINNET')).rejects.toMatchObject({ code: -32602 })
      wallet.set({ wrongChain: true })
      expect(await wallet.unisat.switchChain('BITCOIN_MAINNET')).toMatchObject({ enum: 'BITCOIN_REGTEST' })
    })

    it('behavior: signs messages and PSBTs, pushes what it signed, and sends', async () => {
      const wallet = await connected()
      const { address } = first.payment
      for (const type of ['ecdsa', 'bip322-simple']) {
        const signature = await wallet.unisat.signMessage('Hello', type)
        expect(Verifier.verifySignature(address, 'Hello', signature)).toBe(true)
      }
      const signed = await wallet.unisat.signPsbt(
        hex.encode(await draft(first.payment, second.payment.address, 15_000n)),
      )
      expect(Transaction.fromPSBT(hex.decode(signed)).isFinal).toBe(true)
      const txid = await wallet.unisat.pushPsbt(signed)
      expect((await fetch(`${chain.url}/tx/${txid}`)).status).toBe(200)
      const toSignInputs = [{ index: 0, publicKey: first.ordinal.publicKey }]
      const open = await wallet.unisat.signPsbt(
        hex.encode(await draft(first.ordinal, second.payment.address, 15_000n)),
        { autoFinalized: false, toSignInputs },
      )
      expect((await post(hex.decode(open))).status).toBe(200)
      const sent = await wallet.unisat.sendBitcoin(second.payment.address, 16_000)
      expect((await fetch(`${chain.url}/tx/${sent}`)).status).toBe(200)
      await expect(wallet.unisat.sendBitcoin(second.payment.address, 100)).rejects.toMatchObject({ code: -32602 })
      await expect(wallet.unisat.signMessage('x', 'sha')).rejects.toMatchObject({ code: -32602 })
    })
  })

  it('behavior: what a person is asked can be read: who gets what, and what a loose signature means', async () => {
    const asked: ApprovalRequest[] = []
    const wallet = make({
      origin: 'https://app.example',
      approve: async (request) => asked.push(request) > 0,
    })
    await wallet.unisat.requestAccounts()
    await wallet.unisat.signMessage('Hello')
    await wallet.unisat.sendBitcoin(second.payment.address, 1_234_500)
    const psbt = hex.encode(await draft(first.payment, second.ordinal.address, 9_000n))
    const toSignInputs = [{ index: 0, address: first.payment.address, sighashTypes: [SigHash.NONE] }]
    await wallet.unisat.signPsbt(psbt, { toSignInputs })
    expect(asked.map(({ kind, origin, account }) => [kind, origin, account])).toEqual(
      ['connect', 'message', 'familyTransaction', 'familyTransaction'].map((kind) => [
        kind,
        'https://app.example',
        first.payment.address,
      ]),
    )
    const [connect, message, transfer, loose] = asked.map(describeApproval)
    expect(connect?.rows.map(({ label, whole }) => [label, whole])).toEqual([
      ['Payments', first.payment.address],
      ['Ordinals', first.ordinal.address],
    ])
    expect(message?.body).toBe('Hello')
    expect(transfer).toMatchObject({
      title: 'Send bitcoin',
      rows: [
        { label: 'To', value: expect.stringMatching(/^0\.012345 BTC, bcrt1q/), whole: second.payment.address },
        { label: 'Network', value: 'Local Bitcoin' },
        { label: 'Network fee', value: expect.stringMatching(/^0\.00000\d+ BTC$/) },
      ],
    })
    expect(transfer?.hero).toMatch(/^0\.01234\d+ BTC$/)
    expect(loose?.warning).toContain('Others can still change')
  })
})
