import { base58 } from '@scure/base'
import { getCompiledTransactionMessageDecoder } from '@solana/kit'
import { accountView } from '../accountView.js'
import { checkContextSlot, type Method, withContext } from '../node.js'
import { addressParam, commitmentParam, listParam, type Options, optionsParam, textParam } from '../params.js'
import { invalidParams, RpcError, rpcCodes } from '../rpcError.js'
import { type RunReport, tryTransaction } from '../runTransaction.js'
import { describeTransactionError, type TransactionError } from '../transactionError.js'
import { readWireTransaction, type WireTransaction } from '../wireTransaction.js'

const mostLamports = 1_000_000n * 1_000_000_000n

/** What runs transactions, or tries them. */
export const sendMethods: { readonly [method: string]: Method } = {
  sendTransaction(node, params) {
    const options = optionsParam(params[1])
    const wire = readWire(params[0], options.encoding ?? 'base58')
    checkContextSlot(node, options, 'processed')
    if (options.skipPreflight === true) {
      // Whatever is wrong with it, a node takes it on and the chain then leaves it out.
      node.ledger.send(wire)
      return wire.signature
    }
    const refused = node.ledger.refusal(wire)
    if (refused !== undefined) throw preflightFailure(refused, nothingRan)
    const trial = tryTransaction(node.ledger.svm, wire, true)
    if (trial.error === 'SignatureFailure') {
      throw new RpcError(rpcCodes.signatureVerification, 'Transaction signature verification failure')
    }
    if (trial.error !== null) throw preflightFailure(trial.error, trial)
    const outcome = node.ledger.send(wire)
    if ('dropped' in outcome) throw preflightFailure(outcome.dropped, nothingRan)
    return wire.signature
  },
  simulateTransaction(node, params) {
    const options = optionsParam(params[1])
    const commitment = commitmentParam(options)
    const { sigVerify = false, replaceRecentBlockhash = false } = options
    if (sigVerify === true && replaceRecentBlockhash === true) {
      throw invalidParams('sigVerify may not be used with replaceRecentBlockhash')
    }
    checkContextSlot(node, options, commitment)
    const wire = readWire(params[0], options.encoding ?? 'base58')
    const wanted = readWantedAccounts(options)
    const newest = node.ledger.latestBlockhash(commitment)
    const refused = replaceRecentBlockhash === true ? undefined : node.ledger.refusal(wire)
    const trial =
      refused === undefined
        ? tryTransaction(node.ledger.svm, wire, sigVerify === true)
        : { ...nothingRan, error: refused, accounts: [] }
    const accounts =
      wanted === undefined
        ? null
        : wanted.addresses.map((at) => {
            const account =
              trial.accounts.find((one) => one.address === at) ??
              (trial.error === null ? node.ledger.account(at) : undefined)
            return account === undefined
              ? null
              : accountView(account, { encoding: wanted.encoding }, node.ledger.account)
          })
    const value = {
      ...report(trial, trial.error),
      accounts,
      ...(replaceRecentBlockhash === true ? { replacementBlockhash: newest } : {}),
    }
    return withContext(node, value, commitment)
  },
  getFeeForMessage(node, params) {
    const options = optionsParam(params[1])
    const wire = unsigned(readBase64(textParam(params[0], 'the message')))
    const good = node.ledger.blockhashSlot(wire.blockhash) !== undefined
    const fee = good ? Number(tryTransaction(node.ledger.svm, wire, false).fee) : null
    return withContext(node, fee, commitmentParam(options))
  },
  requestAirdrop(node, params) {
    const to = addressParam(params[0])
    const [, lamports] = params
    if (typeof lamports !== 'number' || !Number.isInteger(lamports) || lamports <= 0) {
      throw invalidParams('Invalid params: lamports are not a whole number above zero')
    }
    const amount = BigInt(lamports)
    if (amount > mostLamports) throw invalidParams('Invalid param: more than the faucet gives at once')
    const held = node.ledger.account(to)?.lamports ?? 0n
    if (held + amount < node.ledger.svm.minimumBalanceForRentExemption(0n)) {
      throw invalidParams('Invalid param: less than an account needs to stay')
    }
    return node.operator.airdrop(to, amount)
  },
}

const nothingRan: Omit<RunReport, 'error'> = {
  logs: [],
  innerInstructions: [],
  computeUnits: 0,
  returnData: null,
  fee: '0',
}

function preflightFailure(error: TransactionError, ran: Omit<RunReport, 'error'>): RpcError {
  const text = `Transaction simulation failed: ${describeTransactionError(error)}`
  return new RpcError(rpcCodes.preflightFailure, text, { accounts: null, ...report(ran, error) })
}

function report(ran: Omit<RunReport, 'error'>, error: TransactionError | null): object {
  return {
    err: error,
    fee: Number(ran.fee),
    innerInstructions: null,
    loadedAccountsDataSize: 0,
    logs: ran.logs,
    replacementBlockhash: null,
    returnData: ran.returnData,
    unitsConsumed: ran.computeUnits,
  }
}

function readWire(value: unknown, encoding: unknown): WireTransaction {
  const text = textParam(value, 'the transaction')
  if (encoding === 'base64') return readWireTransaction(readBase64(text))
  if (encoding !== 'base58') throw invalidParams(`unsupported encoding: ${String(encoding)}. Supported: base58, base64`)
  let bytes: Uint8Array
  try {
    bytes = base58.decode(text)
  } catch {
    throw invalidParams('invalid base58 encoding of the transaction')
  }
  return readWireTransaction(bytes)
}

function readBase64(text: string): Uint8Array {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) {
    throw invalidParams('invalid base64 encoding of the transaction')
  }
  return Uint8Array.from(Buffer.from(text, 'base64'))
}

/** A message with room for its signatures, as the machine takes it. */
function unsigned(message: Uint8Array): WireTransaction {
  let count: number
  try {
    count = getCompiledTransactionMessageDecoder().decode(message).header.numSignerAccounts
  } catch {
    throw invalidParams('Invalid params: this is no message of a transaction')
  }
  return readWireTransaction(Uint8Array.from([count, ...new Uint8Array(count * 64), ...message]))
}

function readWantedAccounts(options: Options) {
  if (options.accounts === undefined || options.accounts === null) return undefined
  const { addresses, encoding = 'base64' } = optionsParam(options.accounts)
  return { addresses: listParam(addresses, 'accounts.addresses', 64).map((at) => addressParam(at)), encoding }
}
