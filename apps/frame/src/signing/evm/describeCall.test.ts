import { encodeFunctionData, hexToBytes, maxUint256, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import { chain, context, other, usdc } from '../../../test/signingContext.js'
import { writeTime } from '../../dates.js'
import { describeCall } from './describeCall.js'

const { account } = context
const abi = parseAbi([
  'function transfer(address,uint256)',
  'function transferFrom(address,address,uint256)',
  'function approve(address,uint256)',
  'function increaseAllowance(address,uint256)',
  'function decreaseAllowance(address,uint256)',
  'function setApprovalForAll(address,bool)',
  'function safeTransferFrom(address,address,uint256)',
  'function safeTransferFrom(address,address,uint256,bytes)',
  'function safeTransferFrom(address,address,uint256,uint256,bytes)',
  'function safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
  'function approve(address,address,uint160,uint48)',
  'function upgradeTo(address)',
  'function upgradeToAndCall(address,bytes)',
  'function transferOwnership(address)',
])
const strange = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const nobody = `0x${'0'.repeat(40)}`
const ether = 10n ** 18n
const endless = [expect.stringMatching(/spend all of your/)]
const anyTime = expect.stringMatching(/at any time, without asking/)
const unknown = expect.stringMatching(/not known here/)
const lost = (who: RegExp) => [expect.stringMatching(who)]

const hexOf = (name: string, args: readonly unknown[]) => encodeFunctionData({ abi, functionName: name, args } as never)
const show = (to: string | undefined, data: `0x${string}`, value = 0n, claims = {}) =>
  describeCall({ to, value, data: hexToBytes(data) }, chain, { account, claims })
const call = (to: string, name: string, args: readonly unknown[], value = 0n) => {
  const { details, ...words } = show(to, hexOf(name, args), value)
  expect(details.at(-1)).toEqual({ label: 'Data', value: hexOf(name, args), form: 'code' })
  return { ...words, details: details.slice(0, -1) }
}
const address = (label: string, value: string, tone?: 'danger' | 'warning') => ({
  label,
  value,
  form: 'address',
  ...(tone ? { tone } : {}),
})
const receiver = (value: string) => ({ ...address('To', value), isReceiver: true })
const usdcRow = address('USD Coin contract', usdc)
const strangeRow = address('Unknown token', strange, 'warning')
const words = { danger: [], warnings: [], details: [] }
const allowing = (name: string) => ({ ...words, action: 'Allow spending', title: `Allow spending of ${name}` })
const item = { ...words, action: 'Send', title: 'Send a collectible' }

describe('a payment', () => {
  it('says how much goes to whom', () => {
    expect(show(other, '0x', ether)).toEqual({
      ...words,
      action: 'Send 1 ETH',
      title: 'Send ETH',
      headline: { text: '1 ETH' },
      asset: { amount: ether },
      rows: [receiver(other)],
    })
    expect(show(nobody, '0x', ether).danger).toEqual(lost(/zero address/))
    expect(show(`${nobody}0`, '0x', ether).danger).toEqual([])
    expect(show(usdc.toLowerCase(), '0x', ether).danger).toEqual(lost(/contract of USDC/))
  })
})

describe('a contract that is created', () => {
  it('says how long its code is, and what is sent with it', () => {
    const created = {
      ...words,
      action: 'Create contract',
      title: 'Create a contract',
      warnings: [expect.stringMatching(/cannot be shown/)],
    }
    expect(show(undefined, '0x6001', ether)).toEqual({
      ...created,
      headline: { text: '2 bytes of code' },
      rows: [{ label: 'Sends with it', value: '1 ETH', form: 'sum' }],
      details: [{ label: 'Data', value: '0x6001', form: 'code' }],
    })
    expect(show(undefined, '0x')).toEqual({ ...created, headline: { text: '0 bytes of code' }, rows: [] })
  })
})

describe('a call that cannot be read', () => {
  it('shows its first bytes, and what is sent with it', () => {
    const unread = {
      ...words,
      title: 'Call a contract',
      isUnread: true,
      warnings: [expect.stringMatching(/cannot be read/)],
      rows: [address('Contract', strange), { label: 'Function', value: '0xdeadbeef', form: 'code' }],
      details: [{ label: 'Data', value: '0xdeadbeef01', form: 'code' }],
    }
    expect(show(strange, '0xdeadbeef01')).toEqual({ ...unread, action: 'Call contract' })
    expect(show(strange, '0xdeadbeef01', ether)).toEqual({
      ...unread,
      action: 'Send 1 ETH',
      headline: { text: '1 ETH' },
      asset: { amount: ether },
    })
  })
})

describe('a call that is known', () => {
  it.each([
    [
      'a transfer',
      () => call(usdc, 'transfer', [other, 1_500_000n]),
      {
        ...words,
        action: 'Send 1.5 USDC',
        title: 'Send USDC',
        headline: { text: '1.5 USDC' },
        asset: { token: usdc, amount: 1_500_000n },
        rows: [receiver(other), usdcRow],
      },
    ],
    [
      'a transfer of what is unknown, with coins',
      () => call(strange, 'transfer', [other, 15n], ether),
      {
        ...words,
        action: 'Send 15 units',
        title: 'Send an unknown token',
        headline: { text: '15 units' },
        asset: { token: strange, amount: 15n },
        warnings: [unknown],
        rows: [receiver(other), strangeRow, { label: 'Sends with it', value: '1 ETH', form: 'sum', tone: 'warning' }],
      },
    ],
    [
      'a move of one’s own',
      () => call(usdc, 'transferFrom', [account, other, 1n]),
      {
        ...words,
        action: 'Move 0.000001 USDC',
        title: 'Move USDC',
        headline: { text: '0.000001 USDC' },
        asset: { token: usdc, amount: 1n },
        rows: [address('From', account), receiver(other), usdcRow],
      },
    ],
    [
      'a move of what is another’s',
      () => call(strange, 'transferFrom', [other, account, 1n]),
      {
        ...words,
        action: 'Move 1 units',
        title: 'Move an unknown token',
        headline: { text: '1 units' },
        asset: { token: strange, amount: 1n },
        warnings: [unknown, expect.stringMatching(/of another account/)],
        rows: [address('From', other), receiver(account), strangeRow],
      },
    ],
    [
      'an allowance',
      () => call(usdc, 'approve', [other, 5n]),
      {
        ...allowing('USDC'),
        headline: { text: '0.000005 USDC' },
        warnings: [anyTime],
        rows: [address('Spender', other), usdcRow],
        grants: [{ spender: other, token: usdc, amount: 5n }],
      },
    ],
    [
      'an endless allowance',
      () => call(usdc, 'approve', [other, maxUint256]),
      {
        ...allowing('USDC'),
        headline: { text: 'Unlimited USDC' },
        danger: endless,
        rows: [address('Spender', other, 'danger'), usdcRow],
        grants: [{ spender: other, token: usdc, amount: maxUint256 }],
      },
    ],
    [
      'an endless allowance of what is unknown',
      () => call(strange, 'approve', [other, maxUint256]),
      {
        ...allowing('an unknown token'),
        headline: { text: 'Unlimited an unknown token' },
        danger: [expect.stringMatching(/all of your tokens of this kind/)],
        warnings: [unknown],
        rows: [address('Spender', other, 'danger'), strangeRow],
        grants: [{ spender: other, token: strange, amount: maxUint256 }],
      },
    ],
    [
      'an allowance that may be one for an item',
      () => call(strange, 'approve', [other, 5n]),
      {
        ...allowing('an unknown token'),
        headline: { text: '5 units' },
        warnings: [unknown, expect.stringMatching(/item 5/), anyTime],
        rows: [address('Spender', other), strangeRow],
        grants: [{ spender: other, token: strange, amount: 5n }],
      },
    ],
    [
      'a change that may be one for the item 0',
      () => call(strange, 'approve', [other, 0n]),
      {
        ...words,
        action: 'Change',
        title: 'Change the permission for an unknown token',
        danger: [expect.stringMatching(/item 0/)],
        warnings: [unknown],
        rows: [address('Spender', other, 'danger'), strangeRow],
      },
    ],
    [
      'an allowance taken back',
      () => call(usdc, 'approve', [other, 0n]),
      {
        ...words,
        action: 'Revoke',
        title: 'Revoke the permission for USDC',
        headline: { text: 'No more spending' },
        rows: [address('Spender', other), usdcRow],
      },
    ],
    [
      'a higher limit',
      () => call(strange, 'increaseAllowance', [other, 5n]),
      {
        ...allowing('an unknown token'),
        headline: { text: '+5 units' },
        warnings: [unknown, anyTime],
        rows: [address('Spender', other), strangeRow],
        grants: [{ spender: other, token: strange, amount: 5n }],
      },
    ],
    [
      'a limit that is raised by nothing',
      () => call(usdc, 'increaseAllowance', [other, 0n]),
      {
        ...allowing('USDC'),
        headline: { text: '+0 USDC' },
        warnings: [anyTime],
        rows: [address('Spender', other), usdcRow],
        grants: [{ spender: other, token: usdc, amount: 0n }],
      },
    ],
    [
      'a lower limit',
      () => call(strange, 'decreaseAllowance', [other, 5n]),
      {
        ...words,
        action: 'Lower the limit',
        title: 'Lower the limit for an unknown token',
        headline: { text: '−5 units' },
        warnings: [unknown],
        rows: [address('Spender', other), strangeRow],
      },
    ],
    [
      'a permission of Permit2',
      () => call(strange, 'approve', [usdc, other, 5n, 1_893_456_000]),
      {
        ...allowing('USDC'),
        headline: { text: '0.000005 USDC' },
        rows: [address('Spender', other), { label: 'Until', value: writeTime(1_893_456_000n) }, usdcRow],
        details: [address('Contract', strange)],
        grants: [{ spender: other, token: usdc, amount: 5n }],
      },
    ],
    [
      'an endless permission of Permit2',
      () => call(strange, 'approve', [usdc, other, 1n << 96n, 1_893_456_000]),
      {
        ...allowing('USDC'),
        headline: { text: 'Unlimited USDC' },
        danger: endless,
        rows: [address('Spender', other, 'danger'), { label: 'Until', value: writeTime(1_893_456_000n) }, usdcRow],
        details: [address('Contract', strange)],
        grants: [{ spender: other, token: usdc, amount: 1n << 96n }],
      },
    ],
    [
      'control of a collection',
      () => call(strange, 'setApprovalForAll', [other, true]),
      {
        ...words,
        action: 'Allow all',
        title: 'Give away control of a collection',
        headline: { text: 'Every item of the collection' },
        danger: [expect.stringMatching(/every item that you own/)],
        rows: [address('Operator', other, 'danger'), address('Collection', strange)],
        grants: [{ spender: other }],
      },
    ],
    [
      'control that is taken back',
      () => call(strange, 'setApprovalForAll', [other, false]),
      {
        ...words,
        action: 'Revoke',
        title: 'Revoke control of a collection',
        rows: [address('From', other), address('Collection', strange)],
      },
    ],
    [
      'an item',
      () => call(strange, 'safeTransferFrom', [account, other, 7n, '0x12']),
      {
        ...item,
        headline: { text: 'Item 7' },
        rows: [receiver(other), address('From', account), address('Collection', strange)],
      },
    ],
    [
      'an item of another account',
      () => call(strange, 'safeTransferFrom', [other, account, 7n]),
      {
        ...item,
        headline: { text: 'Item 7' },
        warnings: [expect.stringMatching(/items of another account/)],
        rows: [receiver(account), address('From', other), address('Collection', strange)],
      },
    ],
    [
      'several of an item',
      () => call(strange, 'safeTransferFrom', [account, other, 7n, 3n, '0x']),
      {
        ...item,
        headline: { text: '3 × Item 7' },
        rows: [receiver(other), address('From', account), address('Collection', strange)],
      },
    ],
    [
      'several items, to their own collection',
      () => call(strange, 'safeBatchTransferFrom', [account, strange, [7n, 8n], [1n, 1n], '0x']),
      {
        ...item,
        headline: { text: 'Several items' },
        danger: lost(/the contract itself/),
        rows: [receiver(strange), address('From', account), address('Collection', strange)],
      },
    ],
    [
      'new code',
      () => call(strange, 'upgradeToAndCall', [other, '0x12']),
      {
        ...words,
        action: 'Replace code',
        title: 'Replace the code of a contract',
        danger: [expect.stringMatching(/whatever its new code says/)],
        rows: [address('New code', other, 'danger'), address('Contract', strange)],
      },
    ],
    [
      'a new owner',
      () => call(strange, 'transferOwnership', [other]),
      {
        ...words,
        action: 'Give away',
        title: 'Give away a contract',
        danger: [expect.stringMatching(/new owner controls/)],
        rows: [address('New owner', other, 'danger'), address('Contract', strange)],
      },
    ],
  ])('says all of %s', (_, made, expected) => expect(made()).toEqual(expected))

  it('says that what goes to nobody, or to a token, is lost', () => {
    expect(call(usdc, 'transfer', [nobody, 1n]).danger).toEqual(lost(/zero address/))
    expect(call(strange, 'transfer', [usdc, 1n]).danger).toEqual(lost(/contract of USDC/))
    expect(call(strange, 'transferFrom', [account, strange, 1n]).danger).toEqual(lost(/the contract itself/))
    expect(call(strange, 'safeTransferFrom', [account, nobody, 7n]).danger).toEqual(lost(/zero address/))
  })

  it('takes back what only the zero address may take', () => {
    expect(call(strange, 'approve', [nobody, 0n])).toMatchObject({ action: 'Revoke', danger: [], warnings: [unknown] })
    expect(call(strange, 'approve', [nobody, 5n]).warnings).toEqual([unknown, anyTime])
  })
})
