import { describe, expect, it } from 'vitest'
import { toSolanaError, toTransactionError } from './toSolanaError.js'

const preflight = (err: unknown, logs: string[] = [], message = 'Transaction simulation failed') => ({
  code: -32002,
  message,
  data: { err, logs, accounts: null, unitsConsumed: 150 },
})

describe('toSolanaError', () => {
  it.each([
    ['a fee that cannot be paid', preflight('InsufficientFundsForFee'), 'INSUFFICIENT_FUNDS', /SOL/],
    ['an account that does not exist', preflight('AccountNotFound'), 'INSUFFICIENT_FUNDS', /SOL/],
    ['too little rent', preflight({ InsufficientFundsForRent: { account_index: 1 } }), 'INSUFFICIENT_FUNDS', /rent/],
    ['an unknown blockhash', preflight('BlockhashNotFound'), 'TRANSACTION_EXPIRED', /expired/],
    ['a transaction that is there already', preflight('AlreadyProcessed'), 'NONCE_TOO_LOW', /already sent/],
    [
      'too few lamports',
      preflight({ InstructionError: [0, { Custom: 1 }] }, ['Transfer: insufficient lamports 5, need 10']),
      'INSUFFICIENT_FUNDS',
      /SOL/,
    ],
    [
      'too few tokens',
      preflight({ InstructionError: [0, { Custom: 1 }] }, ['Program log: Error: insufficient funds']),
      'INSUFFICIENT_FUNDS',
      /does not hold enough/,
    ],
    [
      'a program that refuses',
      preflight({ InstructionError: [2, { Custom: 6001 }] }, ['Program log: AnchorError: SlippageExceeded']),
      'EXECUTION_REVERTED',
      /program/,
    ],
    ['a simulation that says no more', { code: -32002, message: 'failed' }, 'EXECUTION_REVERTED', /program/],
    ['too many requests', { code: 429, message: 'Too many requests for a specific RPC call' }, 'RATE_LIMITED', /Wait/],
    ['a node that is behind', { code: -32005, message: 'Node is behind by 42 slots' }, 'RPC_UNREACHABLE', /behind/],
    ['a method that is not there', { code: -32601, message: 'Method not found' }, 'UNSUPPORTED_METHOD', /method/],
    ['bad parameters', { code: -32602, message: 'Invalid param' }, 'INVALID_PARAMS', /parameters/],
    ['a wrong signature', { code: -32003, message: 'Signature verification failure' }, 'INVALID_PARAMS', /signature/],
    [
      'a number without a meaning',
      { code: -32099, message: 'the node is on fire' },
      'RPC_ERROR',
      /the node is on fire/,
    ],
    ['no words at all', { code: 0, message: '' }, 'RPC_ERROR', /answered with an error/],
  ] as const)('%s', (_, error, code, message) => {
    const coded = toSolanaError(error)
    expect(coded.code).toBe(code)
    expect(coded.message).toMatch(message)
    expect(coded).toMatchObject({ rpcCode: error.code, cause: error })
  })

  it('behavior: the reason that the program logged is kept for developers', () => {
    const logs = ['Program X invoke [1]', 'Program log: AnchorError: SlippageExceeded', 'Program X consumed 99 units']
    expect(toSolanaError(preflight({ InstructionError: [0, { Custom: 6001 }] }, logs)).details).toContain(
      'SlippageExceeded',
    )
  })

  it('behavior: data of any shape is read without a fall', () => {
    for (const data of [null, 7, 'text', [], { err: [] }, { err: {}, logs: 'no' }, { logs: [1, null] }])
      expect(toSolanaError({ code: -32002, message: 'm', data }).code).toBe('EXECUTION_REVERTED')
  })
})

describe('toTransactionError', () => {
  it('behavior: reads the error of a simulation by its name and by its logs', () => {
    expect(toTransactionError('BlockhashNotFound').code).toBe('TRANSACTION_EXPIRED')
    expect(toTransactionError({ InstructionError: [0, { Custom: 1 }] }, ['Error: insufficient funds']).code).toBe(
      'INSUFFICIENT_FUNDS',
    )
    expect(toTransactionError({ InstructionError: [0, 'AccountFrozen'] }).code).toBe('EXECUTION_REVERTED')
    expect(toTransactionError({ InstructionError: [0, { Custom: 17 }] }).details).toContain('17')
  })
})
