import { createRpcHandlers, type RpcParts } from '../src/handlers/rpc.js'
import { readTransaction } from '../src/signing/evm/evmTransaction.js'
import { createMemoryStorage } from '../src/storage/createMemoryStorage.js'
import { createFakeScreens } from './fakeScreens.js'
import { createMemoryNode } from './memoryNode.js'
import { chain, context } from './signingContext.js'
import { createSigningWallet } from './signingWallet.js'

/** The handlers of RPC requests over a node without a chain; the person agrees to everything. */
export function openMemoryRpc({
  answers,
  ...parts
}: Partial<RpcParts> & { readonly answers?: { [method: string]: unknown } } = {}) {
  const node = createMemoryNode(answers)
  const screens = createFakeScreens()
  screens.answer = async () => {}
  const wallet = createSigningWallet()
  const handlers = createRpcHandlers({
    screens,
    wallet,
    settings: { apiUrl: 'https://api.example', chains: [chain] },
    embedder: { origin: context.origin, projectId: 'project' },
    storage: createMemoryStorage(),
    chainOf: async () => chain,
    fetch: node.fetch,
    ...parts,
  })
  const request = (
    method: string,
    params?: unknown,
    options: {
      namespace?: 'eip155' | 'solana' | 'bip122'
      chainId?: string
      currency?: string
      signal?: AbortSignal
    } = {},
  ): Promise<unknown> => {
    const { namespace = 'eip155', signal = new AbortController().signal, ...named } = options
    const asked = { method, params, chainNamespace: namespace, ...named }
    return Promise.resolve(handlers.rpcRequest(asked, { origin: context.origin, id: '0', signal }))
  }
  const abort = () =>
    handlers.rpcAbort(undefined, { origin: context.origin, id: '1', signal: new AbortController().signal })
  /** The approvals that were shown. */
  const shown = () => screens.asked.flatMap((screen) => (screen.kind === 'approve' ? [screen.approval] : []))
  /** The transactions that were signed, read from their bytes. */
  const signed = () =>
    wallet.signed.flatMap((each) => (each.kind === 'evmTransaction' ? [readTransaction(each.unsigned)] : []))
  return { node, screens, wallet, request, abort, shown, signed }
}
