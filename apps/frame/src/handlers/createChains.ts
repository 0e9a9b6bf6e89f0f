import type { ChainId, Namespace } from '@latchkey/protocol/caip'
import { isChainId, parseChainId } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import type { FrameStorage } from '../storage/storage.js'
import type { FrameChain, FrameSettings } from '../types.js'

/** The networks that this wallet knows, and the one that a page is on. */
export type Chains = {
  /** Finds a network by whatever a page calls it. */
  find(asked: number | string | undefined): FrameChain | undefined
  /** The first network of a family. */
  firstOf(family: Namespace): FrameChain | undefined
  /** The network that this page is on. */
  current(): Promise<FrameChain>
  /** @throws LatchkeyError CHAIN_NOT_FOUND for what this wallet does not know. */
  choose(asked: number | string): Promise<FrameChain>
}

/**
 * Creates the choice of network of one embedding page.
 *
 * @param parts - The networks of the settings, what this browser keeps, the page's origin, and the network it named at first.
 * @returns The choice.
 */
export function createChains({
  settings,
  storage,
  origin,
  first,
}: {
  readonly settings: Pick<FrameSettings, 'chains'>
  readonly storage: FrameStorage
  readonly origin: string
  readonly first: ChainId | undefined
}): Chains {
  const { chains } = settings
  const find = (asked: number | string | undefined) => {
    const id = toChainId(asked)
    return chains.find((chain) => chain.id === id)
  }
  return {
    find,
    firstOf: (family) => chains.find((chain) => familyOf(chain) === family),
    async current() {
      const chosen = find((await storage.read('choices', origin))?.chainId) ?? find(first) ?? chains[0]
      if (!chosen) throw new LatchkeyError('CHAIN_NOT_FOUND', 'This wallet has no network')
      return chosen
    },
    async choose(asked) {
      const chain = find(asked)
      if (!chain) throw new LatchkeyError('CHAIN_NOT_FOUND', `This wallet does not know the network ${asked}`)
      await storage.write('choices', origin, { ...(await storage.read('choices', origin)), chainId: chain.id })
      return chain
    },
  }
}

/**
 * Writes a network's id as a page expects it: a number for EVM, CAIP-2 for all others.
 *
 * @param chain - The network.
 * @returns The id.
 */
export function wireChainId({ id }: Pick<FrameChain, 'id'>): number | string {
  const { namespace, reference } = parseChainId(id)
  return namespace === 'eip155' ? Number(reference) : id
}

/**
 * Returns the family of a network.
 *
 * @param chain - The network.
 * @returns The family's name in CAIP-2.
 */
export function familyOf({ id }: Pick<FrameChain, 'id'>): Namespace {
  return parseChainId(id).namespace as Namespace
}

function toChainId(asked: number | string | undefined): ChainId | undefined {
  if (isChainId(asked)) return asked
  const number = Number(asked)
  return Number.isSafeInteger(number) && number > 0 ? `eip155:${number}` : undefined
}
