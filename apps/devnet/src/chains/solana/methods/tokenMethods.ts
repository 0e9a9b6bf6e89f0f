import { type Address, address } from '@solana/kit'
import { accountView } from '../accountView.js'
import { type Method, type Node, withContext } from '../node.js'
import { addressParam, commitmentParam, type Options, optionsParam } from '../params.js'
import { invalidParams } from '../rpcError.js'
import { readMint, readTokenAccount } from '../splAccounts.js'
import { tokenPrograms } from '../tokenPrograms.js'
import { uiTokenAmount } from '../uiTokenAmount.js'

/** What reads tokens. */
export const tokenMethods: { readonly [method: string]: Method } = {
  getTokenAccountsByOwner(node, params) {
    const owner = addressParam(params[0])
    const options = optionsParam(params[2])
    const found = tokenAccounts(node, readTokenFilter(node, params[1])).filter(({ token }) => token.owner === owner)
    const value = found.map(({ account }) => ({
      pubkey: account.address,
      account: accountView(account, options, node.ledger.account),
    }))
    return withContext(node, value, commitmentParam(options))
  },
  getTokenAccountBalance(node, params) {
    const account = node.ledger.account(addressParam(params[0]))
    if (account === undefined) throw invalidParams('Invalid param: could not find account')
    const token = readTokenAccount(account)
    if (token === undefined) throw invalidParams('Invalid param: not a Token account')
    const value = uiTokenAmount(token.amount, decimalsOf(node, token.mint))
    return withContext(node, value, commitmentParam(optionsParam(params[1])))
  },
  getTokenSupply(node, params) {
    const account = node.ledger.account(addressParam(params[0]))
    if (account === undefined) throw invalidParams('Invalid param: could not find mint')
    const mint = readMint(account)
    if (mint === undefined) throw invalidParams('Invalid param: not a Token mint')
    return withContext(node, uiTokenAmount(mint.supply, mint.decimals), commitmentParam(optionsParam(params[1])))
  },
}

type TokenFilter = { readonly programs: readonly Address[]; readonly mint?: Address }

function readTokenFilter(node: Node, value: unknown): TokenFilter {
  const { mint, programId }: Options = optionsParam(value)
  if (mint !== undefined) {
    const at = addressParam(mint)
    const account = node.ledger.account(at)
    if (account === undefined || readMint(account) === undefined) {
      throw invalidParams('Invalid param: could not find mint')
    }
    return { programs: [account.programAddress], mint: at }
  }
  const program = addressParam(programId)
  if (tokenPrograms[program] === undefined) throw invalidParams('Invalid param: unrecognized Token program id')
  return { programs: [address(program)] }
}

function tokenAccounts(node: Node, filter: TokenFilter) {
  return filter.programs
    .flatMap((program) => node.ledger.svm.getProgramAccounts(program))
    .flatMap((account) => {
      const token = readTokenAccount(account)
      return token !== undefined && (filter.mint === undefined || token.mint === filter.mint)
        ? [{ account, token }]
        : []
    })
}

function decimalsOf(node: Node, mint: Address): number {
  const account = node.ledger.account(mint)
  return (account && readMint(account)?.decimals) ?? 0
}
