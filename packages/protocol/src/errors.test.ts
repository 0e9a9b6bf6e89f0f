import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ErrorCode, errorCodes, fromRpcError, isLatchkeyError, LatchkeyError, rpcCodes } from './errors.js'

const wireCodes: readonly [id: string, rpcCode: number, name: string, code: ErrorCode, meaning: string][] = [
  ['S8-56', 4902, 'unrecognizedChain', 'CHAIN_NOT_ADDED', 'unrecognized chain'],
  ['S8-57', 5000, 'userRejectedSession', 'USER_REJECTED', 'declined over the wallet-connection protocol'],
  ['S8-58', 32603, 'invalidChainId', 'CHAIN_SWITCH_REFUSED', 'invalid chain id'],
  ['S8-59', 4001, 'userRejected', 'USER_REJECTED', 'user rejected'],
  ['S8-60', 4100, 'unauthorized', 'UNAUTHORIZED', 'unauthorized'],
  ['S8-61', 4200, 'unsupportedMethod', 'UNSUPPORTED_METHOD', 'unsupported method'],
  ['S8-62', 4900, 'disconnected', 'WALLET_DISCONNECTED', 'disconnected'],
  ['S8-63', 4901, 'chainDisconnected', 'WALLET_DISCONNECTED', 'chain disconnected'],
  ['S8-64', 5700, 'unsupportedCapability', 'UNSUPPORTED_METHOD', 'unsupported non-optional capability'],
  ['S8-65', 5710, 'unsupportedChainId', 'CHAIN_SWITCH_REFUSED', 'unsupported chain id'],
  ['S8-66', 5720, 'duplicateId', 'INVALID_REQUEST', 'duplicate id'],
  ['S8-67', 5730, 'unknownBundleId', 'INVALID_REQUEST', 'unknown bundle id'],
  ['S8-68', 5740, 'bundleTooLarge', 'INVALID_REQUEST', 'bundle too large'],
  ['S8-69', 5750, 'atomicReadyRejected', 'USER_REJECTED', 'atomic-ready wallet rejected upgrade'],
  ['S8-70', 5760, 'atomicityNotSupported', 'UNSUPPORTED_METHOD', 'atomicity not supported'],
  ['S8-71', -32700, 'parseError', 'INVALID_REQUEST', 'parse error'],
  ['S8-72', -32600, 'invalidRequest', 'INVALID_REQUEST', 'invalid request'],
  ['S8-73', -32601, 'methodNotFound', 'UNSUPPORTED_METHOD', 'method not found'],
  ['S8-74', -32602, 'invalidParams', 'INVALID_PARAMS', 'invalid params'],
  ['S8-75', -32603, 'internalError', 'RPC_ERROR', 'internal error'],
  ['S8-76', -32000, 'invalidInput', 'RPC_ERROR', 'invalid input'],
  ['S8-77', -32001, 'resourceNotFound', 'RPC_ERROR', 'resource not found'],
  ['S8-78', -32002, 'resourceUnavailable', 'CONNECTION_PENDING', 'resource unavailable'],
  ['S8-79', -32003, 'transactionRejected', 'RPC_ERROR', 'transaction rejected'],
  ['S8-80', -32004, 'methodNotSupported', 'UNSUPPORTED_METHOD', 'method not supported'],
  ['S8-81', -32005, 'limitExceeded', 'RATE_LIMITED', 'limit exceeded'],
  ['S8-82', -32006, 'versionNotSupported', 'INVALID_REQUEST', 'JSON-RPC version unsupported'],
]

const nodeTexts: readonly [id: string, text: string, code: ErrorCode][] = [
  ['S8-86', 'execution reverted', 'EXECUTION_REVERTED'],
  ['S8-86', 'VM Exception while processing transaction: revert', 'EXECUTION_REVERTED'],
  ['S8-87', 'nonce too low', 'NONCE_TOO_LOW'],
  ['S8-87', 'transaction already imported', 'NONCE_TOO_LOW'],
  ['S8-87', 'already known', 'NONCE_TOO_LOW'],
  ['S8-88', 'nonce too high', 'NONCE_TOO_HIGH'],
  ['S8-89', 'insufficient funds for gas * price + value', 'INSUFFICIENT_FUNDS'],
  ['S8-90', 'max fee per gas higher than 2^256-1', 'FEE_CAP_TOO_LOW'],
  ['S8-90', 'max fee per gas less than block base fee', 'FEE_CAP_TOO_LOW'],
  ['S8-91', 'intrinsic gas too low', 'GAS_TOO_LOW'],
  ['S8-92', 'intrinsic gas too high', 'GAS_TOO_HIGH'],
]

/** A whole sentence for a person: begins with a capital, ends with a full stop, shows no number of the wire. */
const sentence = /^[A-Z][^\d]{8,}\.$/

describe('errorCodes', () => {
  it('is a catalogue without doubles that only grows', () => {
    expect(new Set(errorCodes).size).toBe(errorCodes.length)
    expect(errorCodes).toMatchInlineSnapshot(`
      [
        "CONNECTION_REJECTED",
        "CONNECTION_PENDING",
        "CONNECTION_FAILED",
        "CONNECTOR_NOT_FOUND",
        "WALLET_NOT_RESPONDING",
        "WALLET_BAD_ANSWER",
        "WALLET_DISCONNECTED",
        "NOT_CONNECTED",
        "DISCONNECT_FAILED",
        "MODAL_CLOSED",
        "MULTI_WALLET_DISABLED",
        "CHAINS_NOT_SUPPORTED",
        "CHAIN_NOT_FOUND",
        "CHAIN_NOT_ADDED",
        "CHAIN_MISMATCH",
        "CHAIN_SWITCH_REFUSED",
        "NO_RPC_URL",
        "USER_REJECTED",
        "UNAUTHORIZED",
        "UNSUPPORTED_METHOD",
        "INVALID_REQUEST",
        "INVALID_PARAMS",
        "RATE_LIMITED",
        "RPC_TIMEOUT",
        "RPC_UNREACHABLE",
        "RPC_BAD_ANSWER",
        "RPC_ERROR",
        "EXECUTION_REVERTED",
        "INSUFFICIENT_FUNDS",
        "NONCE_TOO_LOW",
        "NONCE_TOO_HIGH",
        "FEE_CAP_TOO_LOW",
        "GAS_TOO_LOW",
        "GAS_TOO_HIGH",
        "FEE_TOO_HIGH",
        "SENDING_UNSUPPORTED",
        "TRANSACTION_REPLACED",
        "TRANSACTION_DROPPED",
        "TRANSACTION_EXPIRED",
        "SIGN_IN_FAILED",
        "SIGN_IN_UNAVAILABLE",
        "SIGNATURE_INVALID",
        "CONTRACT_NOT_FOUND",
        "API_UNREACHABLE",
        "API_BAD_ANSWER",
        "API_REFUSED",
        "BALANCE_UNAVAILABLE",
        "HISTORY_UNAVAILABLE",
        "SWAP_UNSUPPORTED",
        "SWAP_UNAVAILABLE",
        "SWAP_UNSAFE",
        "INVALID_ADDRESS",
        "INVALID_AMOUNT",
        "INVALID_CONFIG",
        "ABORTED",
        "UNKNOWN",
        "PROVIDER_MISSING",
        "PEER_MISSING",
      ]
    `)
  })

  it.each(errorCodes)('%s can be thrown, recognised and looked up', (code) => {
    const error = new LatchkeyError(code, 'What happened.', { hints: ['What to do.'], details: 'deep', rpcCode: 7 })
    expect(isLatchkeyError(error)).toBe(true)
    expect(errorCodes.filter((other) => isLatchkeyError(error, other))).toEqual([code])
    expect(error).toMatchObject({ hints: ['What to do.'], details: 'deep', rpcCode: 7 })
    expect(error.docs).toBe(`https://github.com/latchkey/latchkey/blob/main/docs/errors.md#${code.toLowerCase()}`)
    expect(error.stack).toContain(`What happened.\n\nDocs: ${error.docs}\n    at `)
  })

  it('has the link to its page in the message where only a developer can mend it', () => {
    const linked = errorCodes.filter((code) => new LatchkeyError(code, 'What.').message !== 'What.')
    expect(linked).toEqual(['PROVIDER_MISSING', 'PEER_MISSING'])
    const { message, docs } = new LatchkeyError('PEER_MISSING', 'Run: npm install $& viem')
    expect(message).toBe(`Run: npm install $& viem\n\nDocs: ${docs}`)
  })
})

describe('isLatchkeyError', () => {
  it('knows an error of another copy of the package, and nothing else', () => {
    const foreign = Object.assign(new Error('x'), { name: 'LatchkeyError', code: 'ABORTED' })
    expect(isLatchkeyError(foreign, 'ABORTED')).toBe(true)
    for (const other of [new Error('x'), { name: 'LatchkeyError' }, 'LatchkeyError', null, undefined])
      expect(isLatchkeyError(other)).toBe(false)
  })
})

describe('fromRpcError: numbers', () => {
  it('has a test for each number that is known', () => {
    expect(wireCodes.map(([, rpcCode]) => rpcCode).sort()).toEqual(Object.keys(rpcCodes).map(Number).sort())
  })

  it.each(wireCodes)('[%s] code %i is recognised as %s (%s: %s)', (_, rpcCode, name, code) => {
    expect(rpcCodes[rpcCode]?.name).toBe(name)
    const thrown = { code: rpcCode, message: 'wire text' }
    const error = fromRpcError(thrown)
    expect(error).toMatchObject({ code, rpcCode, cause: thrown, details: 'wire text' })
    expect(error.message).toMatch(sentence)
  })

  it('[S8-56] code 4902 is recognised where wallets bury it: in data.originalError, as text, beneath a cause', () => {
    const buried = { code: -32603, message: 'Internal JSON-RPC error.', data: { originalError: { code: 4902 } } }
    expect(fromRpcError(buried)).toMatchObject({ code: 'CHAIN_NOT_ADDED', rpcCode: 4902 })
    expect(fromRpcError({ code: '4902', message: '' }).code).toBe('CHAIN_NOT_ADDED')
    expect(fromRpcError(new Error('outer', { cause: { code: 4902 } })).code).toBe('CHAIN_NOT_ADDED')
  })

  it('[S8-58][S8-75] tells 32603 from -32603', () => {
    expect(fromRpcError({ code: 32603 }).code).not.toBe(fromRpcError({ code: -32603 }).code)
  })

  it.each([
    'User rejected the request.',
    'MetaMask Tx Signature: User denied transaction signature.',
    'User cancelled',
  ])('[S8-59] "%s" without a number is a rejection too', (message) => {
    expect(fromRpcError(new Error(message)).code).toBe('USER_REJECTED')
    expect(fromRpcError({ code: -32603, message }).code).toBe('USER_REJECTED')
  })
})

describe('fromRpcError: texts of nodes', () => {
  it.each(nodeTexts)('[%s] "%s" is recognised as %s and explained', (_, message, code) => {
    for (const rpcCode of [-32000, -32603, -32003]) {
      const error = fromRpcError({ code: rpcCode, message })
      expect(error).toMatchObject({ code, rpcCode })
      expect(error.message).toMatch(sentence)
      expect(error.details).toBe(message)
    }
  })

  it('[S8-86] a revert with the code 3 of geth, and one beneath two layers', () => {
    expect(fromRpcError({ code: 3, message: 'execution reverted: ERC20: too much' }).code).toBe('EXECUTION_REVERTED')
    const deep = new Error('Call failed', { cause: new Error('RPC failed', { cause: { message: 'nonce too low' } }) })
    expect(fromRpcError(deep).code).toBe('NONCE_TOO_LOW')
  })

  it('a text does not overrule a number that says something else', () => {
    expect(fromRpcError({ code: -32602, message: 'value would revert' }).code).toBe('INVALID_PARAMS')
  })
})

describe('fromRpcError: anything else', () => {
  it('leaves a coded error as it is', () => {
    const error = new LatchkeyError('ABORTED', 'Request was aborted')
    expect(fromRpcError(error)).toBe(error)
  })

  it('turns an abort of the platform into ABORTED', () => {
    expect(fromRpcError(AbortSignal.abort().reason).code).toBe('ABORTED')
  })

  it('keeps what an unknown number says, and does not go round in circles', () => {
    expect(fromRpcError({ code: 12345, message: 'strange' })).toMatchObject({
      code: 'RPC_ERROR',
      message: 'strange',
      rpcCode: 12345,
    })
    const circle: { cause?: unknown; message: string } = { message: 'round' }
    circle.cause = circle
    expect(fromRpcError(circle)).toMatchObject({ code: 'UNKNOWN', message: expect.stringContaining('round') })
  })

  it('cuts a text of a megabyte', () => {
    expect(fromRpcError({ message: 'x'.repeat(1_000_000) }).message.length).toBeLessThanOrEqual(1000)
  })

  it('property: whatever is thrown, even an object that throws when it is read, becomes one coded error', () => {
    const hostile = fc.constant(
      new Proxy(new Error('x'), {
        get() {
          throw new Error('gotcha')
        },
      }),
    )
    const shaped = fc.record(
      { code: fc.anything(), message: fc.anything(), cause: fc.anything(), data: fc.anything() },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.oneof(fc.anything(), shaped, hostile), (thrown) => {
        const error = fromRpcError(thrown)
        expect(errorCodes).toContain(error.code)
        expect(error.message).not.toBe('')
      }),
    )
  })
})
