import type { AccountFacts, BitcoinProvider } from '@latchkey/core'
import type { AccountId } from '@latchkey/protocol/caip'
import { base64, hex } from '@scure/base'
import { readFacts } from '../facts.js'
import { badAnswer, type FamilyHost, openFamily } from './familyHost.js'

/** Makes a session a provider of Bitcoin. @see https://docs.walletconnect.network/wallet-sdk/chain-support/bitcoin */
export function createBitcoinProvider(host: FamilyHost): BitcoinProvider {
  const family = openFamily('bip122', host)

  /** What the session told, else what the wallet tells when it is asked, which is kept. */
  async function facts() {
    const known = host.session()?.facts
    if (known && Object.keys(known).some((account) => account.startsWith('bip122:'))) return known
    const [first] = family.accounts()
    if (first === undefined || !family.has('getAccountAddresses')) return {}
    const account = addressOf(first)
    const chain = family.chainOf(account)
    const answer = await family.askAny(chain, 'getAccountAddresses', { account, intentions: ['payment', 'ordinal'] })
    const told = readFacts(answer, () => chain)
    host.learn(told)
    return told
  }

  return {
    async getAccounts() {
      const told = await facts()
      const granted = family.accounts()
      const all = [...new Set([...granted, ...(Object.keys(told) as AccountId[]).filter(isBitcoin)])]
      const accounts = all.map((account) => ({ account, ...(told[account] ?? kindOf(account)) }))
      return [
        ...accounts.filter(({ type }) => type !== 'ordinal'),
        ...accounts.filter(({ type }) => type === 'ordinal'),
      ]
    },
    async signMessage({ address, message, protocol }) {
      const chain = family.chainOf(address)
      const params = { account: accountFor(address), address, message, ...(protocol ? { protocol } : {}) }
      const { signature } = await family.ask(chain, 'signMessage', params)
      if (typeof signature !== 'string' || signature === '') throw badAnswer('It gave no signature.')
      return toBase64(signature)
    },
    async signPsbt({ chainId, psbt, inputs, broadcast = false }) {
      const [first] = inputs
      const address = first?.address ?? addressOf(family.accounts()[0] ?? '')
      const signInputs = inputs.map(({ index, address: signer, sighashTypes }) => ({
        index,
        address: signer,
        ...(sighashTypes ? { sighashTypes } : {}),
      }))
      const params = { account: accountFor(address), psbt: base64.encode(psbt), signInputs, broadcast }
      const answer = await family.ask(family.chainOf(address, chainId), 'signPsbt', params)
      const { txid } = answer
      return { psbt: readPsbt(answer.psbt), ...(isTxid(txid) ? { txid } : {}) }
    },
    ...(family.has('sendTransfer')
      ? {
          async sendTransfer({ address, chainId, to, amount }) {
            const params = { account: accountFor(address), recipientAddress: to, amount: String(amount) }
            const { txid } = await family.ask(family.chainOf(address, chainId), 'sendTransfer', params)
            if (isTxid(txid)) return txid
            throw badAnswer('It gave no transaction id.')
          },
        }
      : {}),
  }

  /** Wallets know an account by its first address; the others are of the same account. */
  function accountFor(address: string): string {
    const granted = family.accounts().map(addressOf)
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
