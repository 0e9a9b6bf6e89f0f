import {
  AccountRole,
  type Address,
  address,
  getAddressEncoder,
  type Instruction,
  lamports,
  type TransactionSigner,
} from '@solana/kit'
import { getCreateAccountInstruction } from '@solana-program/system'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getInitializeMint2Instruction,
  getMintToInstruction,
} from '@solana-program/token'
import type { SolanaNamedToken } from './solanaChain.js'

const token2022 = address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')
/** A mint that points at its metadata, without that: as long as an account of tokens, a byte of its kind, and one extension. */
const mintSize = 165 + 1 + 4 + 64
/** The first bytes of what fills in the metadata. @see https://github.com/solana-program/token-metadata */
const fillIn = [0xd2, 0xe1, 0x1e, 0xa2, 0x58, 0xb8, 0x4d, 0x8d]

/** The bytes that a mint with such texts has in the end, whose rent is paid before. */
export function namedMintBytes({ name, symbol = '', uri = '' }: SolanaNamedToken): number {
  return mintSize + 4 + 64 + [name, symbol, uri].flatMap(textBytes).length + 4
}

/** The instructions that make a token of Token-2022 that says itself what it is, and give an account some of it. */
export async function namedTokenInstructions(
  payer: TransactionSigner,
  mint: Address,
  rent: bigint,
  { to, name, symbol = '', uri = '', amount, decimals = 0 }: SolanaNamedToken,
): Promise<Instruction[]> {
  const owner = address(to)
  const program = { programAddress: token2022 }
  const [ata] = await findAssociatedTokenPda({ owner, mint, tokenProgram: token2022 })
  const key = getAddressEncoder()
  const writable = { address: mint, role: AccountRole.WRITABLE }
  const readonly = (at: Address) => ({ address: at, role: AccountRole.READONLY })
  return [
    getCreateAccountInstruction({
      payer,
      newAccount: { ...payer, address: mint },
      lamports: lamports(rent),
      space: mintSize,
      ...program,
    }),
    // The metadata is in the mint itself.
    {
      ...program,
      accounts: [writable],
      data: Uint8Array.from([39, 0, ...key.encode(payer.address), ...key.encode(mint)]),
    },
    getInitializeMint2Instruction({ mint, decimals, mintAuthority: payer.address }, program),
    {
      ...program,
      accounts: [
        writable,
        readonly(payer.address),
        readonly(mint),
        { address: payer.address, role: AccountRole.READONLY_SIGNER },
      ],
      data: Uint8Array.from([...fillIn, ...[name, symbol, uri].flatMap(textBytes)]),
    },
    getCreateAssociatedTokenIdempotentInstruction({ payer, ata, owner, mint, tokenProgram: token2022 }),
    getMintToInstruction({ mint, token: ata, mintAuthority: payer, amount }, program),
  ]
}

function textBytes(text: string): number[] {
  const bytes = new TextEncoder().encode(text)
  return [...new Uint8Array(Uint32Array.of(bytes.length).buffer), ...bytes]
}
