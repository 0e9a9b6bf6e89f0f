import { solanaTokens } from '@latchkey/devnet'
import { solana } from '@latchkey/solana'
import {
  type Address,
  createNoopSigner,
  getAddressEncoder,
  getProgramDerivedAddress,
  type Instruction,
  lamports,
} from '@solana/kit'
import { getCreateAccountInstruction } from '@solana-program/system'
import {
  getFreezeAccountInstruction,
  getInitializeAccount3Instruction,
  getInitializeMint2Instruction,
  getMintToInstruction,
} from '@solana-program/token'
import { describe, expect, it } from 'vitest'
import { solanaWorld } from '../../test/solanaWorld.js'
import { associatedTokenProgram, token2022Program, tokenProgram } from '../reads/programs.js'
import { createTokenAccount, transferChecked } from './instructions.js'
import { compile, getLifetime } from './message.js'

const world = solanaWorld()
const adapter = solana()
const nodes = { confirmed: new Set<string>() }
type Wallet = Awaited<ReturnType<typeof world.stranger>>

/** Sends instructions that several keys sign; the last one pays. */
async function run(instructions: readonly Instruction[], signers: readonly Wallet[]) {
  const payer = signers.at(-1)
  if (!payer) throw new Error('nobody pays')
  const context = world.context()
  const { wire } = compile(payer.address, instructions, await getLifetime(nodes, context))
  let transaction = wire
  for (const { provider, address } of signers.slice(0, -1))
    transaction = await provider.signTransaction({ address, chainId: world.chain.chainId, transaction })
  await send(payer, transaction)
}

async function send({ address, provider }: Wallet, bytes: Uint8Array | undefined) {
  const context = world.context()
  const hash = await adapter.sendTransaction(provider, {
    address,
    chainId: world.chain.chainId,
    transaction: bytes ? { bytes } : { data: '' },
    context,
  })
  expect(await adapter.waitForTransactionReceipt(context, { hash })).toMatchObject({ status: 'confirmed' })
}

async function tokenAccountOf(owner: string, mint: string, program: string) {
  const encoder = getAddressEncoder()
  const [address] = await getProgramDerivedAddress({
    programAddress: associatedTokenProgram as Address,
    seeds: [owner, program, mint].map((seed) => encoder.encode(seed as Address)),
  })
  return address
}

async function held(owner: string, mint: string) {
  const balances = await adapter.getBalances(world.context(), owner)
  return balances.find(({ address }) => address?.endsWith(`:${mint}`))?.quantity
}

/** A new token of Token-2022, its whole supply with its creator. */
async function ownToken(owner: Wallet, amount: bigint, freezeAuthority?: Address) {
  const mint = await world.stranger()
  const program = { programAddress: token2022Program as Address }
  const account = await tokenAccountOf(owner.address, mint.address, token2022Program)
  await run(
    [
      getCreateAccountInstruction({
        payer: createNoopSigner(owner.address),
        newAccount: createNoopSigner(mint.address),
        lamports: lamports(1_461_600n),
        space: 82,
        programAddress: token2022Program as Address,
      }),
      getInitializeMint2Instruction(
        {
          mint: mint.address,
          decimals: 4,
          mintAuthority: owner.address,
          ...(freezeAuthority ? { freezeAuthority } : {}),
        },
        program,
      ),
      createTokenAccount({
        payer: owner.address,
        account,
        owner: owner.address,
        mint: mint.address,
        program: token2022Program,
      }),
      getMintToInstruction(
        { mint: mint.address, token: account, mintAuthority: createNoopSigner(owner.address), amount },
        program,
      ),
    ],
    [mint, owner],
  )
  return { mint: mint.address, account }
}

describe('tokens of the second token program', () => {
  it('behavior: are read by their mint and their real decimals, and sent to somebody new', async () => {
    const owner = await world.stranger({ isFunded: true })
    const { address: to } = await world.stranger()
    const { mint } = await ownToken(owner, 50_000n)
    expect(await held(owner.address, mint)).toEqual({ decimals: '4', numeric: '5' })
    const transfer = { from: owner.address, to, amount: 12_345n, token: mint }
    // An account of this program is larger by what says that it stays with its owner.
    expect(await adapter.quoteTransfer(world.context(), transfer)).toMatchObject({ reserve: 2_074_080n + 890_880n })
    await send(owner, (await adapter.toTransaction(world.context(), transfer)).bytes)
    expect(await held(to, mint)).toEqual({ decimals: '4', numeric: '1.2345' })
    expect(await held(owner.address, mint)).toEqual({ decimals: '4', numeric: '3.7655' })
  })

  it('error: what its issuer has frozen is not offered to a wallet', async () => {
    const owner = await world.stranger({ isFunded: true })
    const { address: to } = await world.stranger()
    const { mint, account } = await ownToken(owner, 50_000n, owner.address)
    const freeze = getFreezeAccountInstruction(
      { account, mint, owner: createNoopSigner(owner.address) },
      { programAddress: token2022Program as Address },
    )
    await run([freeze], [owner])
    const transfer = { from: owner.address, to, amount: 1n, token: mint }
    await expect(adapter.toTransaction(world.context(), transfer)).rejects.toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
      message: expect.stringContaining('frozen'),
    })
  })
})

describe('a token in several accounts of one owner', () => {
  it('behavior: is one balance, and all of it can be sent at once', async () => {
    const [owner, second] = [await world.stranger({ isFunded: true }), await world.stranger()]
    const { address: to } = await world.stranger()
    const mint = (solanaTokens[0]?.address ?? '') as Address
    const source = await tokenAccountOf(owner.address, mint, tokenProgram)
    await run(
      [
        getCreateAccountInstruction({
          payer: createNoopSigner(owner.address),
          newAccount: createNoopSigner(second.address),
          lamports: lamports(2_039_280n),
          space: 165,
          programAddress: tokenProgram as Address,
        }),
        getInitializeAccount3Instruction({ account: second.address, mint, owner: owner.address }),
        transferChecked({
          program: tokenProgram,
          source,
          mint,
          destination: second.address,
          owner: owner.address,
          amount: 300_000_000n,
          decimals: 6,
        }),
      ],
      [second, owner],
    )
    expect(await held(owner.address, mint)).toEqual({ decimals: '6', numeric: '1000' })
    const transfer = { from: owner.address, to, amount: 1_000_000_000n, token: mint }
    await send(owner, (await adapter.toTransaction(world.context(), transfer)).bytes)
    expect(await held(owner.address, mint)).toBeUndefined()
    expect(await held(to, mint)).toEqual({ decimals: '6', numeric: '1000' })
  })
})
