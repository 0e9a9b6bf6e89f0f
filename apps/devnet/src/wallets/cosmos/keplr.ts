import { base64, bech32, hex } from '@scure/base'
import { type CosmosTestAccount, cosmosAddress } from '../../chains/cosmos/cosmosAccounts.js'
import { cosmosPrefix } from '../../chains/cosmos/cosmosNetwork.js'
import { aminoSignBytes, directSignBytes } from '../../chains/cosmos/signBytes.js'
import type { WalletKernel } from '../family/walletKernel.js'
import { ProviderError } from '../providerError.js'
import { arbitraryDoc, type StdSignature, signCosmos, toBytes, verifyArbitrary } from './cosmosSigning.js'
import { type AminoDoc, describeAmino, describeDirect } from './describeCosmos.js'

/** A document in protobuf; the account's number may be any object that prints as one. */
export type DirectDoc = {
  readonly bodyBytes?: Uint8Array | null
  readonly authInfoBytes?: Uint8Array | null
  readonly chainId?: string | null
  readonly accountNumber?: bigint | number | string | { toString(): string } | null
}

/** The wallet as it stands at `window.keplr`. @see https://docs.keplr.app/api */
export type Keplr = ReturnType<typeof createKeplr>

type Chain = { readonly prefix: string; readonly name: string; readonly rest: string }

const invalid = (message: string) => new ProviderError(-32602, message)

/** Creates the wallet by Keplr's convention. */
export function createKeplr(kernel: WalletKernel, accounts: readonly CosmosTestAccount[]) {
  const here = kernel.chain.chainId.slice('cosmos:'.length)
  const own: Chain = { prefix: cosmosPrefix, name: kernel.chain.name, rest: kernel.chain.url }
  const suggested = new Map<string, Chain>()

  const chainOf = (id: unknown): Chain => {
    const { wrongChain, unknownChain } = kernel.switches
    const added = suggested.get(String(id))
    if (added) return added
    // The switch makes it answer for every chain with what it has of its own.
    if (wrongChain || (id === here && !unknownChain)) return own
    throw invalid(`There is no chain info for ${String(id)}`)
  }
  const current = (): CosmosTestAccount => {
    const account = accounts[kernel.selected()]
    if (account === undefined) throw new ProviderError(-32603, 'The wallet has no account.')
    return account
  }
  const addressOn = (chain: Chain) => cosmosAddress(hex.decode(current().publicKey), chain.prefix)
  const connect = async (ids: unknown) => {
    const list = (Array.isArray(ids) ? ids : [ids]).map(chainOf)
    await kernel.connect(list.map(addressOn))
  }
  /** The chain, once the page may use it and the signer is the account that is selected. */
  const signing = async (id: string, signer: unknown): Promise<Chain> => {
    const chain = chainOf(id)
    await connect(id)
    if (signer !== addressOn(chain)) throw new ProviderError(4100, 'Signer mismatched')
    return chain
  }
  const ask = <value>(method: string, params: unknown, work: () => value | Promise<value>) =>
    inWords(() => kernel.run(method, params, work))

  const signAmino = (chainId: string, signer: string, doc: AminoDoc) =>
    ask('signAmino', [chainId, signer, doc], async () => {
      const chain = await signing(chainId, signer)
      const message = doc.msgs?.length === 1 && doc.msgs[0]?.type === 'sign/MsgSignData' ? doc.msgs[0].value : undefined
      if (message === undefined && doc.chain_id !== chainId) throw invalid('Unmatched chain id with the document')
      await kernel.confirm({ kind: 'familyTransaction', text: describeAmino(doc, chain.name) })
      return { signed: doc, signature: signCosmos(current(), aminoSignBytes(doc)) }
    })
  const signDirect = (chainId: string, signer: string, doc: DirectDoc) =>
    ask('signDirect', [chainId, signer, doc], async () => {
      const chain = await signing(chainId, signer)
      const { bodyBytes, authInfoBytes } = doc
      if (!bodyBytes || !authInfoBytes) throw invalid('The document needs `bodyBytes` and `authInfoBytes`.')
      if (doc.chainId !== chainId) throw invalid('Unmatched chain id with the document')
      const number = String(doc.accountNumber ?? 0)
      if (!/^\d{1,20}$/.test(number)) throw invalid('The account number is not a number.')
      await kernel.confirm({ kind: 'familyTransaction', text: describeDirect(bodyBytes, authInfoBytes, chain.name) })
      const bytes = directSignBytes(bodyBytes, authInfoBytes, chainId, BigInt(number))
      const signed = { bodyBytes, authInfoBytes, chainId, accountNumber: doc.accountNumber ?? 0n }
      return { signed, signature: signCosmos(current(), bytes) }
    })
  const getKey = (chainId: string) =>
    ask('getKey', [chainId], async () => {
      const chain = chainOf(chainId)
      await connect(chainId)
      const bech32Address = addressOn(chain)
      return {
        name: `${kernel.info.name} ${kernel.selected() + 1}`,
        algo: 'secp256k1' as const,
        pubKey: hex.decode(current().publicKey),
        address: bech32.fromWords(bech32.decode(bech32Address as `${string}1${string}`).words),
        bech32Address,
        isNanoLedger: false,
        isKeystone: false,
      }
    })
  const getOfflineSigner = (chainId: string) => ({
    async getAccounts() {
      const { bech32Address, algo, pubKey } = await getKey(chainId)
      return [{ address: bech32Address, algo, pubkey: pubKey }]
    },
    signAmino: (signer: string, doc: AminoDoc) => signAmino(chainId, signer, doc),
    signDirect: (signer: string, doc: DirectDoc) => signDirect(chainId, signer, doc),
  })

  return {
    // No part of the convention: without it a page takes whatever stands here for Keplr itself.
    name: kernel.info.name,
    icon: kernel.info.icon,
    version: '0.12.0',
    mode: 'extension' as const,
    defaultOptions: {},
    enable: (chainIds: string | readonly string[]) => ask('enable', [chainIds], () => connect(chainIds)),
    disable: (chainIds?: string | readonly string[]) => ask('disable', [chainIds], () => kernel.permit(false)),
    getKey,
    signAmino,
    signDirect,
    signArbitrary: (chainId: string, signer: string, data: string | Uint8Array): Promise<StdSignature> =>
      ask('signArbitrary', [chainId, signer, data], async () => {
        await signing(chainId, signer)
        const bytes = toBytes(data)
        await kernel.confirm({ kind: 'message', text: readable(bytes), raw: `0x${hex.encode(bytes)}` })
        return signCosmos(current(), aminoSignBytes(arbitraryDoc(signer, data)))
      }),
    verifyArbitrary: (chainId: string, signer: string, data: string | Uint8Array, signature: StdSignature) =>
      ask('verifyArbitrary', [chainId, signer, data, signature], () => {
        chainOf(chainId)
        return verifyArbitrary(signer, data, signature)
      }),
    experimentalSuggestChain: (info: unknown) =>
      ask('experimentalSuggestChain', [info], async () => {
        const { chainId, chainName, rest, bech32Config } = (info ?? {}) as { [key: string]: unknown }
        const { bech32PrefixAccAddr: prefix } = (bech32Config ?? {}) as { bech32PrefixAccAddr?: unknown }
        if (typeof chainId !== 'string' || typeof prefix !== 'string' || typeof rest !== 'string') {
          throw invalid('A chain needs `chainId`, `rest` and `bech32Config`.')
        }
        if (suggested.has(chainId)) return
        const name = String(chainName ?? chainId).slice(0, 60)
        await kernel.confirm({
          kind: 'familyTransaction',
          text: {
            title: 'Add this network?',
            lead: 'The wallet will read from and send to the node below.',
            rows: [
              { label: 'Name', value: name },
              { label: 'Chain id', value: chainId.slice(0, 60) },
              { label: 'Node', value: rest.slice(0, 60), whole: rest },
            ],
          },
        })
        suggested.set(chainId, { prefix, name, rest })
      }),
    sendTx: (chainId: string, tx: Uint8Array, mode: 'sync' | 'async' | 'block' = 'sync') =>
      ask('sendTx', [chainId, tx, mode], async () => {
        const { rest } = chainOf(chainId)
        return broadcast(rest, tx, mode)
      }),
    getOfflineSigner,
    getOfflineSignerAuto: async (chainId: string) => getOfflineSigner(chainId),
  }
}

async function broadcast(rest: string, tx: Uint8Array, mode: string): Promise<Uint8Array> {
  const response = await fetch(`${rest}/cosmos/tx/v1beta1/txs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tx_bytes: base64.encode(tx), mode: `BROADCAST_MODE_${mode.toUpperCase()}` }),
    signal: AbortSignal.timeout(10_000),
  }).catch(() => undefined)
  const answer = (await response?.json().catch(() => undefined)) as
    | { tx_response?: { code: number; raw_log: string; txhash: string }; message?: string }
    | undefined
  const { code, raw_log, txhash } = answer?.tx_response ?? {}
  if (code === 0 && txhash !== undefined) return hex.decode(txhash.toLowerCase())
  throw new ProviderError(-32603, raw_log ?? answer?.message ?? 'The network did not answer the wallet.')
}

/** Keplr knows no numbers: a page reads the words. */
async function inWords<value>(work: () => Promise<value>): Promise<value> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    throw new Error(error.code === 4001 ? 'Request rejected' : error.message)
  }
}

function readable(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return `0x${hex.encode(bytes)}`
  }
}
