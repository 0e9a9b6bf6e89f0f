import { LatchkeyError } from '@latchkey/protocol/errors'
import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import {
  type Address,
  address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getTransactionEncoder,
  type Instruction,
  isAddress,
  pipe,
  type SignatureBytes,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  lamports as toLamports,
} from '@solana/kit'
import { getCreateAccountInstruction, getTransferSolInstruction } from '@solana-program/system'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getInitializeMint2Instruction,
  getMintSize,
  getMintToInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import { solanaAccounts } from './accounts.js'
import type { Ledger } from './ledger.js'
import { solanaFaucetAmounts, solanaTokens } from './localSolana.js'
import { collectibleInstructions, metadataAccount } from './mintCollectible.js'
import { namedMintBytes, namedTokenInstructions } from './mintNamedToken.js'
import type { SolanaCollectible, SolanaNamedToken } from './solanaChain.js'
import { describeTransactionError } from './transactionError.js'
import { readWireTransaction } from './wireTransaction.js'

/** The key that pays for the faucet and may mint the tokens. It signs real transactions, like anybody. */
export type Operator = {
  /** Sends lamports; the signature of the transaction. */
  airdrop(to: Address, lamports: bigint): string
  /** Sends SOL and mints every token to an address; the signatures. */
  fund(to: string): Promise<readonly string[]>
  /** Creates a collectible and gives it to an account; the address of its mint. */
  mintCollectible(collectible: SolanaCollectible): Promise<string>
  /** Creates a token that says itself what it is, and gives all of it to an account; the address of its mint. */
  mintNamedToken(token: SolanaNamedToken): Promise<string>
}

const lamportsPerSol = 1_000_000_000n
const computeBudget = address('ComputeBudget111111111111111111111111111111')

/** Creates the operator of a ledger. */
export function createOperator(ledger: Ledger): Operator {
  const keys = operatorKeys()
  const payer = createNoopSigner(address(keys.address))
  let count = 0

  const send = (instructions: readonly Instruction[], more: readonly Uint8Array[] = []): string => {
    count += 1
    const wire = readWireTransaction(
      signed(ledger, payer.address, [uniqueLimit(count), ...instructions], [keys.secret, ...more]),
    )
    const outcome = ledger.send(wire)
    const error = 'dropped' in outcome ? outcome.dropped : outcome.landed.error
    if (error !== null) {
      throw new LatchkeyError('UNKNOWN', `The faucet of the local Solana failed: ${describeTransactionError(error)}`)
    }
    return wire.signature
  }
  const gift = async (owner: Address): Promise<Instruction[]> => {
    const steps = await Promise.all(
      solanaTokens.map(async ({ address: at, symbol, decimals }) => {
        const mint = address(at)
        const [ata] = await findAssociatedTokenPda({ owner, mint, tokenProgram: TOKEN_PROGRAM_ADDRESS })
        const amount = solanaFaucetAmounts[symbol] * 10n ** BigInt(decimals)
        return [
          getCreateAssociatedTokenIdempotentInstruction({ payer, ata, owner, mint }),
          getMintToInstruction({ mint, token: ata, mintAuthority: payer, amount }),
        ]
      }),
    )
    return steps.flat()
  }

  return {
    airdrop: (to, lamports) => send([getTransferSolInstruction({ source: payer, destination: to, amount: lamports })]),
    async fund(to) {
      if (!isAddress(to)) throw new LatchkeyError('INVALID_ADDRESS', `Not an address of Solana: ${to}`)
      const amount = solanaFaucetAmounts.SOL * lamportsPerSol
      const sol = getTransferSolInstruction({ source: payer, destination: to, amount })
      return [send([sol, ...(await gift(to))])]
    },
    async mintNamedToken(token) {
      const { secret, mint } = newMint()
      const rent = ledger.svm.minimumBalanceForRentExemption(BigInt(namedMintBytes(token)))
      send(await namedTokenInstructions(payer, mint, rent, token), [secret])
      return mint
    },
    async mintCollectible(collectible) {
      const { secret, mint } = newMint()
      const rent = ledger.svm.minimumBalanceForRentExemption(BigInt(getMintSize()))
      send(await collectibleInstructions(payer, mint, rent, collectible), [secret])
      ledger.svm.setAccount(await metadataAccount(payer.address, mint, collectible))
      return mint
    },
  }
}

/** Fills the accounts of the local phrase and makes the tokens: what a fresh chain begins with. */
export function createGenesis(ledger: Ledger): void {
  const owner = address('11111111111111111111111111111111')
  for (const [index, account] of solanaAccounts.entries()) {
    ledger.svm.setAccount({
      address: address(account.address),
      data: new Uint8Array(),
      executable: false,
      lamports: toLamports((index === 0 ? 100_000_000n : 100n) * lamportsPerSol),
      programAddress: owner,
      space: 0n,
    })
  }
  const keys = operatorKeys()
  const payer = createNoopSigner(address(keys.address))
  for (const token of solanaTokens) {
    const secret = mintSecret(token.symbol)
    const mint = address(token.address)
    const space = getMintSize()
    const create = getCreateAccountInstruction({
      payer,
      newAccount: createNoopSigner(mint),
      lamports: ledger.svm.minimumBalanceForRentExemption(BigInt(space)),
      space,
      programAddress: TOKEN_PROGRAM_ADDRESS,
    })
    const initialize = getInitializeMint2Instruction({ mint, decimals: token.decimals, mintAuthority: payer.address })
    const bytes = signed(ledger, payer.address, [create, initialize], [keys.secret, secret])
    const outcome = ledger.send(readWireTransaction(bytes))
    const error = 'dropped' in outcome ? outcome.dropped : outcome.landed.error
    if (error !== null)
      throw new LatchkeyError('UNKNOWN', `${token.symbol} could not be made: ${describeTransactionError(error)}`)
  }
}

/** The secret that the key of a token's mint grows from. */
export function mintSecret(symbol: string): Uint8Array {
  return sha256(utf8ToBytes(`latchkey local solana ${symbol}`))
}

function newMint(): { secret: Uint8Array; mint: Address } {
  const secret = ed25519.utils.randomSecretKey()
  return { secret, mint: address(base58.encode(ed25519.getPublicKey(secret))) }
}

function operatorKeys(): { address: string; secret: Uint8Array } {
  const [operator] = solanaAccounts
  if (operator === undefined) throw new LatchkeyError('INVALID_CONFIG', 'The local Solana has no operator')
  return { address: operator.address, secret: hexToBytes(operator.privateKey) }
}

function signed(
  ledger: Ledger,
  feePayer: Address,
  instructions: readonly Instruction[],
  secrets: readonly Uint8Array[],
): Uint8Array {
  const { blockhash, lastValidBlockHeight } = ledger.latestBlockhash('processed')
  const lifetime = { blockhash: blockhash as Blockhash, lastValidBlockHeight: BigInt(lastValidBlockHeight) }
  const transaction = pipe(
    createTransactionMessage({ version: 0 }),
    (message) => setTransactionMessageFeePayer(feePayer, message),
    (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
    (message) => appendTransactionMessageInstructions(instructions, message),
    compileTransaction,
  )
  const signatures = Object.fromEntries(
    secrets.map((secret) => {
      const signature = ed25519.sign(Uint8Array.from(transaction.messageBytes), secret) as SignatureBytes
      return [base58.encode(ed25519.getPublicKey(secret)), signature]
    }),
  )
  return Uint8Array.from(
    getTransactionEncoder().encode({ ...transaction, signatures: { ...transaction.signatures, ...signatures } }),
  )
}

/** Two equal transfers in one slot would be the same transaction; a compute limit of its own makes each unique. */
function uniqueLimit(count: number): Instruction {
  const data = new Uint8Array(5)
  data[0] = 2
  new DataView(data.buffer).setUint32(1, 400_000 + (count % 100_000), true)
  return { programAddress: computeBudget, data }
}
