import { encodeFunctionData, erc20Abi, maxUint256 } from 'viem'
import { writeTime } from '../src/dates.js'
import type { ApprovalRow } from '../src/types.js'
import type { TypedData } from '../src/worker/typedData.js'
import { context, other, usdc } from './signingContext.js'

const { account } = context
const nobody = `0x${'0'.repeat(40)}`
const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [other, 1_500_000n] })

/** A field of a struct. */
export type Field = readonly [name: string, type: string, value: unknown]
type Kind = {
  /** The fields by which it is told from anything else. */
  readonly told: readonly Field[]
  /** What it holds besides. */
  readonly more?: readonly Field[]
  readonly types?: TypedData['types']
  readonly words: object
  readonly rows: readonly ApprovalRow[]
}

/** A row of an address. */
export const address = (label: string, value: string, tone?: 'danger' | 'warning'): ApprovalRow => ({
  label,
  value,
  form: 'address',
  ...(tone ? { tone } : {}),
})
/** How the token is shown. */
export const usdcRow = address('USD Coin contract', usdc)
const untold: ApprovalRow = address('Unknown token', other, 'warning')
/** 2030. */
export const end = 1_893_456_000
const ends = (label: string): ApprovalRow => ({ label, value: writeTime(1_893_456_000n) })
const byAnyone = 'Anyone with this signature can use the permission. Nothing is sent now, and no network fee is paid.'
const unknown =
  'This token is not known here. Its name and decimals cannot be checked, so amounts are in its smallest unit.'
const inYourName = 'Anyone with this signature can carry this out in your name.'
const atAnyTime = 'The spender can take this sum at any time, without asking again.'
const together = 'Together with the other signatures, this carries out a transaction of the shared account.'
const allUsdc = 'This lets somebody else spend all of your USDC, now and later.'
/** A field of a type. */
export const field = (name: string, type: string) => ({ name, type })
/** What Permit2 says of a token. */
export const details = [field('token', 'address'), field('amount', 'uint160'), field('expiration', 'uint48')]
const permitted = [field('token', 'address'), field('amount', 'uint256')]
const safe: readonly Field[] = [
  ['to', 'address', other],
  ['value', 'uint256', '5000000000000000000'],
  ['data', 'bytes', '0x'],
  ['operation', 'uint8', 0],
  ['safeTxGas', 'uint256', 0],
]
/** A transaction of a shared account with other values. */
export const safeWith = (...more: readonly Field[]) =>
  safe.map((each) => more.find(([name]) => name === each[0]) ?? each)

/** Typed data that moves funds, kind by kind, and what is said of it: `rows` are those before the contract's. */
export const kinds: readonly (readonly [name: string, kind: Kind])[] = [
  [
    'a permit of a token (ERC-2612)',
    {
      told: [
        ['owner', 'address', account],
        ['spender', 'address', other],
        ['value', 'uint256', 1_500_000],
        ['deadline', 'uint256', end],
      ],
      words: {
        action: 'Allow spending',
        title: 'Allow spending of USDC',
        danger: [],
        warnings: [byAnyone],
        headline: { text: '1.5 USDC' },
        grants: [{ spender: other, token: usdc, amount: 1_500_000n }],
        needsSecondLook: false,
      },
      rows: [address('Spender', other), ends('To be used until'), usdcRow],
    },
  ],
  [
    'a permit of DAI',
    {
      told: [
        ['holder', 'address', account],
        ['spender', 'address', other],
        ['allowed', 'bool', true],
      ],
      more: [['expiry', 'uint256', 0]],
      words: {
        action: 'Allow spending',
        title: 'Allow spending of USDC',
        danger: [allUsdc],
        warnings: [byAnyone],
        headline: { text: 'Unlimited USDC' },
        grants: [{ spender: other, token: usdc, amount: 1n << 255n }],
        needsSecondLook: true,
      },
      rows: [address('Spender', other, 'danger'), { label: 'Until', value: 'for ever' }, usdcRow],
    },
  ],
  [
    'a permit of DAI that is taken back',
    {
      told: [
        ['holder', 'address', account],
        ['spender', 'address', other],
        ['allowed', 'bool', false],
      ],
      words: {
        action: 'Revoke',
        title: 'Revoke the permission for USDC',
        danger: [],
        warnings: [],
        headline: undefined,
        grants: undefined,
        needsSecondLook: false,
      },
      rows: [address('Spender', other), usdcRow],
    },
  ],
  [
    'a permit of Permit2',
    {
      told: [
        ['details', 'Details', { token: usdc, amount: 2_000_000, expiration: end }],
        ['spender', 'address', other],
        ['sigDeadline', 'uint256', end],
      ],
      types: { Details: details },
      words: {
        action: 'Allow spending',
        title: 'Allow spending of USDC',
        danger: [],
        warnings: [byAnyone],
        headline: { text: '2 USDC' },
        grants: [{ spender: other, token: usdc, amount: 2_000_000n }],
        needsSecondLook: false,
      },
      rows: [address('Spender', other), ends('Until'), usdcRow],
    },
  ],
  [
    'several permits of Permit2',
    {
      told: [
        [
          'details',
          'Details[]',
          [
            { token: usdc, amount: 2_000_000, expiration: end },
            { token: other, amount: 7, expiration: 0 },
          ],
        ],
        ['spender', 'address', other],
        ['sigDeadline', 'uint256', end],
      ],
      types: { Details: details },
      words: {
        action: 'Allow spending',
        title: 'Allow spending of 2 tokens',
        danger: [],
        warnings: [byAnyone, unknown],
        headline: { text: '2 USDC\n7 units' },
        grants: [
          { spender: other, token: usdc, amount: 2_000_000n },
          { spender: other, token: other, amount: 7n },
        ],
        needsSecondLook: false,
      },
      rows: [address('Spender', other), ends('Until'), usdcRow, { label: 'Until', value: 'for ever' }, untold],
    },
  ],
  [
    'transfers by Permit2, all without an end',
    {
      told: [
        [
          'permitted',
          'Permitted[]',
          [
            { token: usdc, amount: String(maxUint256) },
            { token: usdc, amount: String(maxUint256) },
          ],
        ],
        ['spender', 'address', other],
        ['deadline', 'uint256', end],
      ],
      types: { Permitted: permitted },
      words: {
        action: 'Allow spending',
        title: 'Allow spending of 2 tokens',
        danger: [allUsdc],
        warnings: [byAnyone],
        headline: { text: 'Unlimited USDC\nUnlimited USDC' },
        grants: [
          { spender: other, token: usdc, amount: maxUint256 },
          { spender: other, token: usdc, amount: maxUint256 },
        ],
        needsSecondLook: true,
      },
      rows: [address('Spender', other), usdcRow, usdcRow, ends('To be used until')],
    },
  ],
  [
    'a transfer by signature (EIP-3009)',
    {
      told: [
        ['from', 'address', account],
        ['to', 'address', other],
        ['value', 'uint256', 5_000_000],
        ['validAfter', 'uint256', 0],
        ['validBefore', 'uint256', end],
      ],
      words: {
        action: 'Send 5 USDC',
        title: 'Send USDC by signature',
        danger: [],
        warnings: ['Anyone with this signature can carry out the transfer. You pay no network fee.'],
        headline: { text: '5 USDC' },
        grants: undefined,
        needsSecondLook: false,
      },
      rows: [{ ...address('To', other), isReceiver: true }, ends('To be used until'), usdcRow],
    },
  ],
  [
    'a permit for an item',
    {
      told: [
        ['spender', 'address', other],
        ['tokenId', 'uint256', 7],
      ],
      words: {
        action: 'Allow taking',
        title: 'Let somebody take an item',
        danger: ['Anyone with this signature can take the item, without asking again.'],
        warnings: [],
        headline: undefined,
        grants: [{ spender: other }],
        needsSecondLook: true,
      },
      rows: [address('Operator', other, 'danger'), { label: 'Item', value: '7' }],
    },
  ],
  [
    'a call that somebody else carries out at the contract itself',
    {
      told: [
        ['from', 'address', account],
        ['functionSignature', 'bytes', approve],
      ],
      words: {
        action: 'Allow spending',
        title: 'Allow spending of USDC',
        danger: [],
        warnings: [inYourName, atAnyTime],
        headline: { text: '1.5 USDC' },
        grants: [{ spender: other, token: usdc, amount: 1_500_000n }],
        needsSecondLook: false,
      },
      rows: [address('Spender', other), usdcRow],
    },
  ],
  [
    'a call that a forwarder carries out',
    {
      told: [
        ['from', 'address', account],
        ['to', 'address', other],
        ['data', 'bytes', '0x'],
      ],
      more: [['value', 'uint256', '1500000000000000000']],
      words: {
        action: 'Send 1.5 ETH',
        title: 'Send ETH',
        danger: [],
        warnings: [inYourName],
        headline: { text: '1.5 ETH' },
        grants: undefined,
        needsSecondLook: false,
      },
      rows: [{ ...address('To', other), isReceiver: true }],
    },
  ],
  [
    'a fingerprint of what is not shown',
    {
      told: [['root', 'bytes32', `0x${'ab'.repeat(32)}`]],
      words: {
        action: 'Sign',
        title: 'Sign what cannot be seen',
        danger: ['This stands for something that is not shown here. It may give away all that you own.'],
        warnings: [],
        headline: undefined,
        grants: undefined,
        needsSecondLook: true,
      },
      rows: [],
    },
  ],
  [
    'a payment of a shared account',
    {
      told: safe,
      words: {
        action: 'Sign',
        title: 'Sign for a shared account',
        danger: [],
        warnings: [together],
        headline: { text: '5 ETH' },
        grants: undefined,
        needsSecondLook: false,
      },
      rows: [
        { label: 'It does', value: 'Send ETH' },
        { ...address('To', other), isReceiver: true },
      ],
    },
  ],
  [
    'a permission that a shared account gives, and what it pays for that',
    {
      told: safeWith(['to', 'address', usdc], ['value', 'uint256', 0], ['data', 'bytes', approve]),
      more: [
        ['gasPrice', 'uint256', 1],
        ['refundReceiver', 'address', nobody],
      ],
      words: {
        action: 'Sign',
        title: 'Sign for a shared account',
        danger: ['The shared account also pays the sender. How much cannot be seen here.'],
        warnings: [together, atAnyTime],
        headline: { text: '1.5 USDC' },
        grants: [{ spender: other, token: usdc, amount: 1_500_000n }],
        needsSecondLook: true,
      },
      rows: [
        { label: 'It does', value: 'Allow spending of USDC' },
        address('Spender', other),
        usdcRow,
        address('Paid for sending it', nobody, 'danger'),
      ],
    },
  ],
  [
    'a shared account that is handed over, at a price of nothing',
    {
      told: safeWith(['value', 'uint256', 0], ['operation', 'uint8', 1]),
      more: [['gasPrice', 'uint256', 0]],
      words: {
        action: 'Sign',
        title: 'Sign for a shared account',
        danger: ['This hands the shared account over to the code of another contract for one call.'],
        warnings: [together],
        headline: { text: '0 ETH' },
        grants: undefined,
        needsSecondLook: true,
      },
      rows: [
        { label: 'It does', value: 'Send ETH' },
        { ...address('To', other), isReceiver: true },
      ],
    },
  ],
]
