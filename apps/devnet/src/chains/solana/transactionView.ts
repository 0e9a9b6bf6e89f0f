import { base58 } from '@scure/base'
import type { LandedTransaction } from './landedTransaction.js'
import { parseInstruction } from './parseInstruction.js'
import { type CompiledInstruction, readWireTransaction, type WireTransaction, writableKeys } from './wireTransaction.js'

/** The encodings of `getTransaction`. */
export const transactionEncodings = ['json', 'jsonParsed', 'base64', 'base58'] as const

/** An encoding of `getTransaction`. */
export type TransactionEncoding = (typeof transactionEncodings)[number]

/** Writes a transaction of the chain as `getTransaction` answers. */
export function transactionView(
  landed: LandedTransaction,
  encoding: TransactionEncoding,
  withVersion: boolean,
): object {
  const bytes = Uint8Array.from(Buffer.from(landed.wire, 'base64'))
  const wire = readWireTransaction(bytes)
  return {
    blockTime: landed.blockTime,
    meta: metaView(landed, encoding),
    slot: landed.slot,
    transaction: bodyView(landed, wire, encoding),
    ...(withVersion ? { version: wire.version } : {}),
  }
}

function metaView(landed: LandedTransaction, encoding: TransactionEncoding): object {
  const parsed = encoding === 'jsonParsed'
  return {
    computeUnitsConsumed: landed.computeUnits,
    err: landed.error,
    fee: BigInt(landed.fee),
    innerInstructions: landed.innerInstructions.map(({ index, instructions }) => ({
      index,
      instructions: instructions.map((inner) => {
        if (!parsed) return inner
        const { programIdIndex, accounts, data, stackHeight } = inner
        return parseInstruction({ programIdIndex, accounts, data: base58.decode(data) }, landed.keys, stackHeight)
      }),
    })),
    ...(parsed ? {} : { loadedAddresses: landed.loaded }),
    logMessages: landed.logs,
    postBalances: landed.postBalances.map(BigInt),
    postTokenBalances: landed.postTokenBalances,
    preBalances: landed.preBalances.map(BigInt),
    preTokenBalances: landed.preTokenBalances,
    ...(landed.returnData === null ? {} : { returnData: landed.returnData }),
    rewards: [],
    status: landed.error === null ? { Ok: null } : { Err: landed.error },
  }
}

function bodyView(landed: LandedTransaction, wire: WireTransaction, encoding: TransactionEncoding): unknown {
  switch (encoding) {
    case 'base64':
      return [landed.wire, 'base64']
    case 'base58':
      return [base58.encode(wire.bytes), 'base58']
    case 'json':
      return { message: messageView(wire), signatures: wire.signatures }
    case 'jsonParsed': {
      const writable = writableKeys(wire, landed.loaded.writable.length)
      const message = {
        accountKeys: landed.keys.map((pubkey, index) => ({
          pubkey,
          signer: index < wire.header.numRequiredSignatures,
          source: index < wire.staticKeys.length ? 'transaction' : 'lookupTable',
          writable: writable[index] === true,
        })),
        instructions: wire.instructions.map((instruction) => parseInstruction(instruction, landed.keys, 1)),
        recentBlockhash: wire.blockhash,
        ...lookupsView(wire),
      }
      return { message, signatures: wire.signatures }
    }
  }
}

function messageView(wire: WireTransaction): object {
  return {
    accountKeys: wire.staticKeys,
    header: wire.header,
    instructions: wire.instructions.map(({ programIdIndex, accounts, data }: CompiledInstruction) => ({
      accounts,
      data: base58.encode(data),
      programIdIndex,
      stackHeight: 1,
    })),
    recentBlockhash: wire.blockhash,
    ...lookupsView(wire),
  }
}

function lookupsView(wire: WireTransaction): object {
  if (wire.version === 'legacy') return {}
  return {
    addressTableLookups: wire.lookups.map(({ table, writable, readonly }) => ({
      accountKey: table,
      readonlyIndexes: readonly,
      writableIndexes: writable,
    })),
  }
}
