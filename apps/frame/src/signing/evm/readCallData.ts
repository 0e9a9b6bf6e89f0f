import { bytesToHex } from '@noble/hashes/utils.js'
import { checksummed } from './evmAddress.js'

/** A call of a contract that is understood: what it does, with its arguments. */
export type KnownCall =
  | { readonly kind: 'transfer'; readonly to: string; readonly amount: bigint }
  | { readonly kind: 'transferFrom'; readonly from: string; readonly to: string; readonly amount: bigint }
  | {
      readonly kind: 'approve' | 'increaseAllowance' | 'decreaseAllowance'
      readonly spender: string
      readonly amount: bigint
    }
  | { readonly kind: 'approveAll'; readonly operator: string; readonly isAllowed: boolean }
  | {
      readonly kind: 'collectible'
      readonly from: string
      readonly to: string
      readonly id: bigint
      readonly amount: bigint
    }
  | { readonly kind: 'collectibles'; readonly from: string; readonly to: string }
  | {
      readonly kind: 'permit2'
      readonly token: string
      readonly spender: string
      readonly amount: bigint
      readonly expiration: bigint
    }
  | { readonly kind: 'upgrade'; readonly implementation: string }
  | { readonly kind: 'transferOwnership'; readonly owner: string }

type Reader = {
  /** How many words the arguments have; a call with bytes behind them is understood by its first words only. */
  readonly words: number
  readonly isOpen?: boolean
  /** It lets another account take assets, or control the contract. */
  readonly isGrant?: boolean
  read(args: Args): KnownCall | undefined
}
type Args = { address(at: number): string; number(at: number): bigint }

// By the first four bytes of keccak256 of the signature beside it.
const readers: { readonly [selector: string]: Reader } = {
  // transfer(address,uint256)
  a9059cbb: { words: 2, read: (args) => ({ kind: 'transfer', to: args.address(0), amount: args.number(1) }) },
  // transferFrom(address,address,uint256)
  '23b872dd': {
    words: 3,
    read: (args) => ({ kind: 'transferFrom', from: args.address(0), to: args.address(1), amount: args.number(2) }),
  },
  // approve(address,uint256)
  '095ea7b3': { words: 2, isGrant: true, read: approve },
  // temporaryApprove(address,uint256), ERC-7674
  '42232a4c': { words: 2, isGrant: true, read: approve },
  // increaseAllowance(address,uint256)
  '39509351': {
    words: 2,
    isGrant: true,
    read: (args) => ({ kind: 'increaseAllowance', spender: args.address(0), amount: args.number(1) }),
  },
  // decreaseAllowance(address,uint256)
  a457c2d7: {
    words: 2,
    read: (args) => ({ kind: 'decreaseAllowance', spender: args.address(0), amount: args.number(1) }),
  },
  // setApprovalForAll(address,bool)
  a22cb465: {
    words: 2,
    isGrant: true,
    read: (args) =>
      args.number(1) > 1n
        ? undefined
        : { kind: 'approveAll', operator: args.address(0), isAllowed: args.number(1) === 1n },
  },
  // safeTransferFrom(address,address,uint256)
  '42842e0e': { words: 3, read: collectible },
  // safeTransferFrom(address,address,uint256,bytes)
  b88d4fde: { words: 4, isOpen: true, read: collectible },
  // safeTransferFrom(address,address,uint256,uint256,bytes)
  f242432a: {
    words: 5,
    isOpen: true,
    read: (args) => ({
      kind: 'collectible',
      from: args.address(0),
      to: args.address(1),
      id: args.number(2),
      amount: args.number(3),
    }),
  },
  // safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)
  '2eb2c2d6': {
    words: 5,
    isOpen: true,
    read: (args) => ({ kind: 'collectibles', from: args.address(0), to: args.address(1) }),
  },
  // approve(address,address,uint160,uint48), Permit2
  '87517c45': {
    words: 4,
    isGrant: true,
    read: (args) => ({
      kind: 'permit2',
      token: args.address(0),
      spender: args.address(1),
      amount: args.number(2),
      expiration: args.number(3),
    }),
  },
  // upgradeTo(address)
  '3659cfe6': { words: 1, isGrant: true, read: (args) => ({ kind: 'upgrade', implementation: args.address(0) }) },
  // upgradeToAndCall(address,bytes)
  '4f1ef286': {
    words: 2,
    isOpen: true,
    isGrant: true,
    read: (args) => ({ kind: 'upgrade', implementation: args.address(0) }),
  },
  // transferOwnership(address)
  f2fde38b: { words: 1, isGrant: true, read: (args) => ({ kind: 'transferOwnership', owner: args.address(0) }) },
}

/** The selectors that are understood, for tests that recompute them. */
export const knownSelectors: readonly string[] = Object.keys(readers)

/**
 * Reads the data of a call, strictly: one byte too many or too few, or an invalid address, and it is not understood.
 *
 * @param data - The data.
 * @returns The call, or undefined when it is shown as bytes.
 */
export function readCallData(data: Uint8Array): KnownCall | undefined {
  const reader = readerOf(data)
  const size = data.length - 4
  if (!reader || size < reader.words * 32 || size % 32 !== 0 || (!reader.isOpen && size !== reader.words * 32)) {
    return undefined
  }
  const word = (at: number) => bytesToHex(data.subarray(4 + at * 32, 36 + at * 32))
  try {
    return reader.read({
      number: (at) => BigInt(`0x${word(at)}`),
      address(at) {
        if (!word(at).startsWith('0'.repeat(24))) throw new RangeError('No address')
        return checksummed(`0x${word(at).slice(24)}`)
      },
    })
  } catch {
    return undefined
  }
}

/**
 * Returns whether a call has the name of a permission, whatever stands behind the name: contracts pass over bytes that are too many.
 *
 * @param data - The data.
 * @returns Whether it has.
 */
export function isGrantByName(data: Uint8Array): boolean {
  return readerOf(data)?.isGrant === true
}

function readerOf(data: Uint8Array): Reader | undefined {
  const selector = bytesToHex(data.subarray(0, 4))
  return Object.hasOwn(readers, selector) ? readers[selector] : undefined
}

function approve(args: Args): KnownCall {
  return { kind: 'approve', spender: args.address(0), amount: args.number(1) }
}

function collectible(args: Args): KnownCall {
  return { kind: 'collectible', from: args.address(0), to: args.address(1), id: args.number(2), amount: 1n }
}
