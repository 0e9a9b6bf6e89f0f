import { LatchkeyError } from '@latchkey/protocol/errors'
import { bytesToHex, randomBytes } from '@noble/hashes/utils.js'
import { broadcast, hashOfSigned } from '../chains/broadcast.js'
import type { ChainClient } from '../chains/createChainClient.js'
import { simulateCalls } from '../chains/simulateCalls.js'
import { describeBundle } from '../signing/evm/describeBundle.js'
import { isSameAddress } from '../signing/evm/evmAddress.js'
import { type CallParams, readParams } from '../signing/evm/evmParams.js'
import { strangeAccount } from '../signing/evm/strangeAccount.js'
import { evmChainId } from '../signing/signingContext.js'
import type { Approval, FrameChain } from '../types.js'
import { type Asking, signAs } from './approveAndSign.js'
import { type Bundle, bundleFault } from './bundle.js'
import type { BundleRecords } from './keepBundles.js'
import { prepareTransaction } from './sendTransaction.js'

const callLimit = 100
const bundleLimit = 1_000
const receiptPause = 1_000
const receiptTries = 600

/**
 * Sends an approved bundle of calls, one after the other, until it is stopped.
 *
 * @param asking - The request.
 * @param bundles - Where it is remembered while the page is open.
 * @param kept - Where it is remembered after that.
 * @returns Its id, as soon as the first call is sent.
 * @throws LatchkeyError INVALID_PARAMS, or a refusal of EIP-5792.
 * @see https://eips.ethereum.org/EIPS/eip-5792
 */
export async function sendCalls(
  asking: Asking,
  bundles: Map<string, Bundle>,
  kept: BundleRecords,
): Promise<{ id: string }> {
  const { chain, user, locks, origin, signal, client, screens, onWait } = asking
  const account = user.addresses.eip155
  const [params] = readParams('wallet_sendCalls', asking.params)
  if (params.from !== undefined && !isSameAddress(params.from, account)) {
    throw strangeAccount()
  }
  if (params.chainId !== undefined && params.chainId !== BigInt(evmChainId(chain))) {
    throw bundleFault(5710, 'CHAIN_SWITCH_REFUSED', 'The calls are for another network. Switch the network first.')
  }
  if (params.calls.length > callLimit) {
    throw bundleFault(5740, 'INVALID_REQUEST', `More than ${callLimit} calls at once cannot be read and approved.`)
  }
  if (params.atomicRequired) {
    throw bundleFault(5760, 'UNSUPPORTED_METHOD', 'This account cannot run several calls as one.')
  }
  const wanted = [params, ...params.calls].flatMap(({ capabilities = {} }) => Object.entries(capabilities))
  if (wanted.some(([, value]) => (value as { optional?: unknown } | null)?.optional !== true)) {
    throw bundleFault(5700, 'UNSUPPORTED_METHOD', 'The wallet lacks a capability that these calls require.')
  }
  const id = params.id ?? `0x${bytesToHex(randomBytes(32))}`
  if (bundles.has(id) || (await kept.read(id)))
    throw bundleFault(5720, 'INVALID_REQUEST', 'A bundle with this id was already sent.')
  const [first, ...rest] = params.calls
  if (!first) throw new LatchkeyError('INVALID_PARAMS', 'There is no call to send')
  const count = params.calls.length
  const bundle: Bundle = { chain, hashes: [], sent: 0, count, stop: new AbortController(), watchers: new Set() }
  return new Promise((resolve, reject) => {
    const work = async () => {
      const prepared = await prepareTransaction(asking, first)
      const { approval, fee } = rest.length === 0 ? prepared : await describeAll(params.calls, prepared.fee, asking)
      await screens.ask({ kind: 'approve', what: 'bundle', approval, origin }, { signal })
      await send(prepared.unsigned, signal)
      remember(bundles, id, bundle)
      resolve({ id })
      // An approved bundle continues when the page aborts; only the user can stop it.
      const going = bundle.stop.signal
      for (const call of rest) {
        if (!(await succeeds(client, chain, bundle.hashes.at(-1) ?? '', going))) break
        const next = await prepareTransaction({ ...asking, signal: going }, call)
        // The approval covers no more than was shown.
        if (next.fee > fee) break
        await send(next.unsigned, going)
      }
    }
    async function send(unsigned: Uint8Array, going: AbortSignal): Promise<void> {
      const request = { kind: 'evmTransaction', unsigned, chainId: evmChainId(chain) } as const
      const signed = await signAs({ ...asking, signal: going }, request)
      bundle.hashes = [...bundle.hashes, hashOfSigned(signed)]
      // Written before it is sent: a page that closes in between must not deny it.
      await write()
      if (going.aborted) throw new LatchkeyError('ABORTED', 'Request was aborted')
      await broadcast(client, chain, signed)
      bundle.sent++
      await write()
      notifyWatchers()
    }
    const write = () => kept.write({ id, chainId: chain.id, count, hashes: [...bundle.hashes], sent: bundle.sent })
    const notifyWatchers = () => {
      for (const watcher of bundle.watchers) watcher()
    }
    const settle = async () => {
      bundle.isOver = true
      notifyWatchers()
      if (bundle.sent === 0) await kept.remove(id)
    }
    // Once the bundle has its id, its status tells how far it came.
    const inTurn = locks.hold(`${account} ${chain.id}`, () => kept.sending(id, work), { signal, onWait })
    inTurn.catch(reject).finally(settle)
  })
}

function remember(bundles: Map<string, Bundle>, id: string, bundle: Bundle): void {
  if (bundles.size >= bundleLimit) bundles.delete([...bundles.keys()][0] ?? '')
  bundles.set(id, bundle)
}

/** Describes them, and gives the most that each of them may cost, as it is shown. */
async function describeAll(
  calls: readonly CallParams[],
  first: bigint,
  asking: Asking,
): Promise<{ approval: Approval; fee: bigint }> {
  const { chain, user, origin, client, signal } = asking
  const account = user.addresses.eip155
  const plain = calls.map(({ to, value = 0n, data, input }) => ({
    to: to ?? undefined,
    value,
    data: data ?? input ?? '0x',
  }))
  const asNodesTakeThem = plain.map(({ to, value, data }) => ({
    from: account,
    ...(to ? { to } : {}),
    value: `0x${value.toString(16)}`,
    data,
  }))
  const trial = await simulateCalls(client, chain, asNodesTakeThem, { signal })
  const gas = trial?.every(({ isOk, gas }) => isOk && gas) ? trial.map(({ gas = 0 }) => gas) : []
  // The gas price may rise before a later call, and its gas is unknown where it could not be simulated.
  const fee = gas[0] ? (first * 2n * BigInt(Math.max(...gas))) / BigInt(gas[0]) : first * 10n
  return { approval: describeBundle(plain, fee, { chain, origin, account }, trial), fee }
}

// The next call may build on this one, so it is only tried when this one stands in a block.
async function succeeds(client: ChainClient, chain: FrameChain, hash: string, going: AbortSignal): Promise<boolean> {
  for (let tries = 0; tries < receiptTries && !going.aborted; tries++) {
    const receipt = await client.call(chain, 'eth_getTransactionReceipt', [hash]).catch(() => null)
    if (receipt !== null) return (receipt as { status?: unknown }).status === '0x1'
    await new Promise((resolve) => setTimeout(resolve, receiptPause))
  }
  return false
}
