import {
  type Address,
  address,
  type EncodedAccount,
  getAddressEncoder,
  getProgramDerivedAddress,
  type Instruction,
  lamports,
  type TransactionSigner,
} from '@solana/kit'
import { getCreateAccountInstruction } from '@solana-program/system'
import {
  AuthorityType,
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getFreezeAccountInstruction,
  getInitializeMint2Instruction,
  getMintSize,
  getMintToInstruction,
  getSetAuthorityInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import type { SolanaCollectible } from './solanaChain.js'

const metadataProgram = address('metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s')
/** How long the program makes the three texts of an account. */
const longest = { name: 32, symbol: 10, uri: 200 }
const standards = { plain: 0, programmable: 4 }

/** The instructions that mint a one-of-a-kind token to an account. */
export async function collectibleInstructions(
  payer: TransactionSigner,
  mint: Address,
  rent: bigint,
  { to, isProgrammable = false }: SolanaCollectible,
): Promise<Instruction[]> {
  const owner = address(to)
  const [ata] = await findAssociatedTokenPda({ owner, mint, tokenProgram: TOKEN_PROGRAM_ADDRESS })
  const newAccount = { ...payer, address: mint }
  const space = getMintSize()
  const freezeAuthority = payer.address
  return [
    getCreateAccountInstruction({
      payer,
      newAccount,
      lamports: lamports(rent),
      space,
      programAddress: TOKEN_PROGRAM_ADDRESS,
    }),
    getInitializeMint2Instruction({ mint, decimals: 0, mintAuthority: payer.address, freezeAuthority }),
    getCreateAssociatedTokenIdempotentInstruction({ payer, ata, owner, mint }),
    getMintToInstruction({ mint, token: ata, mintAuthority: payer, amount: 1n }),
    getSetAuthorityInstruction({
      owned: mint,
      owner: payer,
      authorityType: AuthorityType.MintTokens,
      newAuthority: null,
    }),
    ...(isProgrammable ? [getFreezeAccountInstruction({ account: ata, mint, owner: payer })] : []),
  ]
}

/**
 * The account that Metaplex's Token Metadata would keep for a mint. The program is no part of the virtual machine, so it is laid there as
 * the program leaves it: the token beside it is a real one.
 *
 * @see https://developers.metaplex.com/token-metadata
 */
export async function metadataAccount(
  authority: Address,
  mint: Address,
  collectible: SolanaCollectible,
): Promise<EncodedAccount> {
  const { name, symbol = '', uri = '', creators = [], collection, isProgrammable = false } = collectible
  const key = getAddressEncoder()
  const [place] = await getProgramDerivedAddress({
    programAddress: metadataProgram,
    seeds: ['metadata', key.encode(metadataProgram), key.encode(mint)],
  })
  const bytes = [4, ...key.encode(authority), ...key.encode(mint)]
  for (const [text, length] of [
    [name, longest.name],
    [symbol, longest.symbol],
    [uri, longest.uri],
  ] as const) {
    const written = Buffer.alloc(length)
    if (written.write(text) < Buffer.byteLength(text)) throw new RangeError(`Longer than ${length} bytes: ${text}`)
    bytes.push(...number32(length), ...written)
  }
  // What creators get of each sale, in hundredths of a percent.
  bytes.push(0, 0)
  bytes.push(creators.length > 0 ? 1 : 0)
  if (creators.length > 0) bytes.push(...number32(creators.length))
  for (const creator of creators) bytes.push(...key.encode(address(creator)), 1, Math.floor(100 / creators.length))
  // Sold before: no; may be changed: yes; a number of its edition; its standard.
  bytes.push(0, 1, 1, 255, 1, isProgrammable ? standards.programmable : standards.plain)
  bytes.push(...(collection === undefined ? [0] : [1, 1, ...key.encode(address(collection))]))
  // Neither uses, nor details of a collection, nor rules.
  bytes.push(0, 0, 0)
  const data = Uint8Array.from(bytes)
  return {
    address: place,
    data,
    executable: false,
    lamports: lamports(BigInt(data.length + 128) * 6_960n),
    programAddress: metadataProgram,
    space: BigInt(data.length),
  }
}

function number32(value: number): number[] {
  return [...new Uint8Array(Uint32Array.of(value).buffer)]
}
