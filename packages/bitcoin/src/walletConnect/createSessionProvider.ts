import { type AccountFacts, type FamilySession, LatchkeyError } from '@latchkey/core'
import type { AccountId } from '@latchkey/protocol/caip'
import type { BitcoinProvider } from '@latchkey/protocol/internal/bitcoin'
import { base64, hex } from '@scure/base'
import { readFacts } from './facts.js'

/** Creates a provider from a session, for Bitcoin. @see https://docs.walletconnect.network/wallet-sdk/chain-support/bitcoin */
export function createSessionProvider(session: FamilySession): BitcoinProvider {
  /** What the session told, else what the wallet tells when it is asked, which is kept. */
  async function facts() {
    const known = session.facts()
    if (known && Object.keys(known).some((account) => account.startsWith('bip122:'))) return known
    const [first] = session.accounts()
    if (first === undefined || !session.has('getAccountAddresses')) return {}
    const account = addressOf(first)
    const chain = session.chainOf(account)
    const answer = await session.askAny(chain, 'getAccountAddresses', { account, intentions: ['payment', 'ordinal'] })
    const told = readFacts(answer, () => chain)
    session.learn(told)
    return told
  }

  return {
    async getAccounts() {
      const told = await facts()
      const granted = session.accounts()
      const all = [...new Set([...granted, ...(Object.keys(told) as AccountId[]).filter(isBitcoin)])]
      const accounts = all.map((account) => ({ account, ...(told[account] ?? kindOf(account)) }))
      return [
        ...accounts.filter(({ type }) => type !== 'ordinal'),
        ...accounts.filter(({ type }) => type === 'ordinal'),
      ]
    },
    async signMessage({ address, message, protocol }) {
      const chain = session.chainOf(address)
      const params = { account: accountFor(address), address, message, ...(protocol ? { protocol } : {}) }
      const { signature } = await session.ask(chain, 'signMessage', params)
      if (typeof signature !== 'string' || signature === '') throw badAnswer('It gave no signature.')
      return toBase64(signature)
    },
    async signPsbt({ chainId, psbt, inputs, broadcast = false }) {
      const [first] = inputs
      const address = first?.address ?? addressOf(session.accounts()[0] ?? '')
      const signInputs = inputs.map(({ index, address: signer, sighashTypes }) => ({
        index,
        address: signer,
        ...(sighashTypes ? { sighashTypes } : {}),
      }))
      const params = { account: accountFor(address), psbt: base64.encode(psbt), signInputs, broadcast }
      const answer = await session.ask(session.chainOf(address, chainId), 'signPsbt', params)
      const { txid } = answer
      return { psbt: readPsbt(answer.psbt), ...(isTxid(txid) ? { txid } : {}) }
    },
    ...(session.has('sendTransfer')
      ? {
          async sendTransfer({ address, chainId, to, amount }) {
            const params = { account: accountFor(address), recipientAddress: to, amount: String(amount) }
            const { txid } = await session.ask(session.chainOf(address, chainId), 'sendTransfer', params)
            if (isTxid(txid)) return txid
            throw badAnswer('It gave no transaction id.')
          },
        }
      : {}),
  }

  /** Wallets know an account by its first address; the others are of the same account. */
  function accountFor(address: string): string {
    const granted = session.accounts().map(addressOf)
    return granted.includes(address) ? address : (granted[0] ?? address)
  }
}

function isBitcoin(account: AccountId): boolean {
  return account.startsWith('bip122:')
}

function addressOf(account: string): string {
  return account.split(':')[2] ?? ''
}

function kindOf(account: AccountId): AccountFacts {
  return { type: /^(bc|tb|bcrt)1p/.test(addressOf(account)) ? 'ordinal' : 'payment' }
}

/** The reference says hex; wallets also give base64, as every other way to Bitcoin wallets does. */
function toBase64(signature: string): string {
  if (/^(?:[0-9a-f]{2})+$/i.test(signature)) return base64.encode(hex.decode(signature.toLowerCase()))
  if (/^[A-Za-z0-9+/]+={0,2}$/.test(signature)) return signature
  throw badAnswer('It gave no signature.')
}

function readPsbt(value: unknown): Uint8Array {
  try {
    const bytes = base64.decode(String(value))
    // 'psbt' and 0xff stand before every one.
    if (hex.encode(bytes.subarray(0, 5)) === '70736274ff') return bytes
  } catch {
    // Said below.
  }
  throw badAnswer('It gave no PSBT.')
}

function isTxid(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/i.test(value)
}

function badAnswer(details: string): LatchkeyError {
  return new LatchkeyError('WALLET_BAD_ANSWER', 'The wallet returned an unexpected response.', {
    details,
    hints: ['Try again, or use another wallet.'],
  })
}
