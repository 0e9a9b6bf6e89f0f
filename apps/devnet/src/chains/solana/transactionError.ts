import type { FailedTransactionMetadata } from 'litesvm'

/** Why a transaction failed, as nodes write it in JSON. */
export type TransactionError = string | { readonly [name: string]: unknown }

// In the order of the virtual machine's own numbers.
const transactionErrors = [
  'AccountInUse',
  'AccountLoadedTwice',
  'AccountNotFound',
  'ProgramAccountNotFound',
  'InsufficientFundsForFee',
  'InvalidAccountForFee',
  'AlreadyProcessed',
  'BlockhashNotFound',
  'CallChainTooDeep',
  'MissingSignatureForFee',
  'InvalidAccountIndex',
  'SignatureFailure',
  'InvalidProgramForExecution',
  'SanitizeFailure',
  'ClusterMaintenance',
  'AccountBorrowOutstanding',
  'WouldExceedMaxBlockCostLimit',
  'UnsupportedVersion',
  'InvalidWritableAccount',
  'WouldExceedMaxAccountCostLimit',
  'WouldExceedAccountDataBlockLimit',
  'TooManyAccountLocks',
  'AddressLookupTableNotFound',
  'InvalidAddressLookupTableOwner',
  'InvalidAddressLookupTableData',
  'InvalidAddressLookupTableIndex',
  'InvalidRentPayingAccount',
  'WouldExceedMaxVoteCostLimit',
  'WouldExceedAccountDataTotalLimit',
  'MaxLoadedAccountsDataSizeExceeded',
  'ResanitizationNeeded',
  'InvalidLoadedAccountsDataSizeLimit',
  'UnbalancedTransaction',
  'ProgramCacheHitMaxLimit',
  'CommitCancelled',
] as const

const instructionErrors = [
  'GenericError',
  'InvalidArgument',
  'InvalidInstructionData',
  'InvalidAccountData',
  'AccountDataTooSmall',
  'InsufficientFunds',
  'IncorrectProgramId',
  'MissingRequiredSignature',
  'AccountAlreadyInitialized',
  'UninitializedAccount',
  'UnbalancedInstruction',
  'ModifiedProgramId',
  'ExternalAccountLamportSpend',
  'ExternalAccountDataModified',
  'ReadonlyLamportChange',
  'ReadonlyDataModified',
  'DuplicateAccountIndex',
  'ExecutableModified',
  'RentEpochModified',
  'NotEnoughAccountKeys',
  'AccountDataSizeChanged',
  'AccountNotExecutable',
  'AccountBorrowFailed',
  'AccountBorrowOutstanding',
  'DuplicateAccountOutOfSync',
  'InvalidError',
  'ExecutableDataModified',
  'ExecutableLamportChange',
  'ExecutableAccountNotRentExempt',
  'UnsupportedProgramId',
  'CallDepth',
  'MissingAccount',
  'ReentrancyNotAllowed',
  'MaxSeedLengthExceeded',
  'InvalidSeeds',
  'InvalidRealloc',
  'ComputationalBudgetExceeded',
  'PrivilegeEscalation',
  'ProgramEnvironmentSetupFailure',
  'ProgramFailedToComplete',
  'ProgramFailedToCompile',
  'Immutable',
  'IncorrectAuthority',
  'AccountNotRentExempt',
  'InvalidAccountOwner',
  'ArithmeticOverflow',
  'UnsupportedSysvar',
  'IllegalOwner',
  'MaxAccountsDataAllocationsExceeded',
  'MaxAccountsExceeded',
  'MaxInstructionTraceLengthExceeded',
  'BuiltinProgramsMustConsumeComputeUnits',
  'BorshIoError',
] as const

/** Reads the error of the virtual machine in the form of JSON. */
export function readTransactionError(failed: FailedTransactionMetadata): TransactionError {
  const error: unknown = failed.err()
  if (typeof error === 'number') return transactionErrors[error] ?? 'SanitizeFailure'
  const { index, accountIndex, err } = error as { index?: number; accountIndex?: number; err?: () => unknown }
  if (err) return { InstructionError: [index, readInstructionError(err.call(error))] }
  // The classes of the native module are distinguished by their fields; two of them have the same.
  if (accountIndex === undefined) return { DuplicateInstruction: index }
  const restricted = String(failed).includes('ProgramExecutionTemporarilyRestricted')
  const name = restricted ? 'ProgramExecutionTemporarilyRestricted' : 'InsufficientFundsForRent'
  return { [name]: { account_index: accountIndex } }
}

function readInstructionError(error: unknown): unknown {
  if (typeof error === 'number') return instructionErrors[error] ?? 'GenericError'
  const { code } = error as { code?: number }
  return code === undefined ? 'BorshIoError' : { Custom: code }
}

const sentences: { readonly [name: string]: string } = {
  AccountNotFound: 'Attempt to debit an account but found no record of a prior credit.',
  AlreadyProcessed: 'This transaction has already been processed',
  BlockhashNotFound: 'Blockhash not found',
  InsufficientFundsForFee: 'Insufficient funds for fee',
  InvalidAccountForFee: 'This account may not be used to pay transaction fees',
  ProgramAccountNotFound: 'Attempt to load a program that does not exist',
  SignatureFailure: 'Transaction did not pass signature verification',
  InsufficientFunds: 'insufficient funds for instruction',
  MissingRequiredSignature: 'missing required signature for instruction',
}

/** Describes an error in a sentence, as nodes say it after `Transaction simulation failed:`. */
export function describeTransactionError(error: TransactionError): string {
  if (typeof error === 'string') return sentences[error] ?? spaced(error)
  const [name, detail] = Object.entries(error)[0] ?? ['', undefined]
  if (name === 'InstructionError') {
    const [index, cause] = detail as [number, string | { Custom: number }]
    const text =
      typeof cause === 'string'
        ? (sentences[cause] ?? spaced(cause).toLowerCase())
        : `custom program error: 0x${cause.Custom.toString(16)}`
    return `Error processing Instruction ${index}: ${text}`
  }
  if (name === 'DuplicateInstruction') return `Transaction contains a duplicate instruction (${String(detail)})`
  const { account_index } = detail as { account_index: number }
  return name === 'InsufficientFundsForRent'
    ? `Transaction results in an account (${account_index}) with insufficient funds for rent`
    : `Execution of the program referenced by account at index ${account_index} is temporarily restricted.`
}

function spaced(name: string): string {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
