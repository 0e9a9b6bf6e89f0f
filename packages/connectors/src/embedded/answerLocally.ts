import type { Chain } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol/errors'

/** The facts that the answers use. */
export type LocalWallet = {
  /** The signed-in account; empty while signed out. */
  readonly addresses: readonly string[]
  readonly chains: () => readonly Chain[]
  readonly switchChain: (chain: Chain) => Promise<void>
}

/**
 * Answers the EVM methods that need no request to the wallet's frame.
 *
 * @param method - `wallet_switchEthereumChain`, `wallet_getPermissions`, `wallet_requestPermissions` or `web3_clientVersion`.
 * @param params - What came with it.
 * @param own - The account and the chains.
 * @returns The answer.
 * @throws LatchkeyError CHAIN_NOT_ADDED, UNAUTHORIZED, INVALID_PARAMS; UNSUPPORTED_METHOD for another permission than `eth_accounts`.
 */
export async function answerLocally(method: string, params: unknown, own: LocalWallet): Promise<unknown> {
  if (method === 'web3_clientVersion') return 'Latchkey'
  const [asked] = Array.isArray(params) ? (params as unknown[]) : []
  if (method === 'wallet_switchEthereumChain') return switchTo(asked, own)
  if (method === 'wallet_requestPermissions') checkPermissions(asked, own.addresses)
  return permissionsOf(own.addresses)
}

async function switchTo(asked: unknown, { chains, switchChain }: LocalWallet): Promise<null> {
  const wanted = String((asked as { chainId?: unknown } | null | undefined)?.chainId)
  const chain = chains().find(({ chainNamespace, id }) => chainNamespace === 'eip155' && isSameChain(wanted, id))
  if (!chain) throw new LatchkeyError('CHAIN_NOT_ADDED', 'The wallet does not know this network.')
  await switchChain(chain)
  return null
}

function isSameChain(wanted: string, id: number | string): boolean {
  return /^(0x[0-9a-f]{1,16}|\d{1,18})$/i.test(wanted) && BigInt(wanted) === BigInt(id)
}

/** Signing in allows the one account that there is. @see https://eips.ethereum.org/EIPS/eip-2255 */
function permissionsOf(addresses: readonly string[]): readonly object[] {
  if (addresses.length === 0) return []
  const caveats = [{ type: 'restrictReturnedAccounts', value: addresses }]
  return [{ invoker: globalThis.location?.origin ?? '', parentCapability: 'eth_accounts', caveats }]
}

function checkPermissions(asked: unknown, addresses: readonly string[]): void {
  if (addresses.length === 0) throw new LatchkeyError('UNAUTHORIZED', 'Not signed in to the embedded wallet')
  const names = typeof asked === 'object' && asked !== null ? Object.keys(asked) : []
  if (names.length === 0)
    throw new LatchkeyError('INVALID_PARAMS', 'The parameters of wallet_requestPermissions are not valid')
  if (names.join() !== 'eth_accounts')
    throw new LatchkeyError('UNSUPPORTED_METHOD', 'Only the permission eth_accounts can be requested', {
      details: names.join(),
    })
}
