import { toAccountId } from '@latchkey/core'
import { badAnswer, type FamilyAccount } from '@latchkey/core/family'
import { LatchkeyError } from '@latchkey/protocol/errors'
import type { BitcoinProvider, PsbtInput } from '@latchkey/protocol/internal/bitcoin'
import { base64, hex } from '@scure/base'
import { readSignature, readTxid } from './bitcoinWallet.js'
import { bitcoinNetworkOf } from './networks.js'
import type { SatsAsk } from './shapes.js'

/** What a wallet of the sats-connect convention can do, as core asks for it; Leather takes PSBTs in a form of its own. */
export function satsProvider(
  name: string,
  ask: SatsAsk,
  dialect: 'sats' | 'leather',
  accounts: () => readonly FamilyAccount[],
): BitcoinProvider {
  const answered = async (method: string, params: unknown) =>
    ((await ask(method, params)) ?? {}) as { readonly [field: string]: unknown }

  return {
    async getAccounts() {
      return accounts().flatMap(({ address, chains: [chainId], facts }) =>
        chainId ? [{ account: toAccountId(chainId, address), ...facts }] : [],
      )
    },
    async signMessage({ address, message, protocol = 'bip322' }) {
      const { signature, address: signer } = await answered('signMessage', {
        address,
        message,
        protocol: protocol.toUpperCase(),
      })
      if (signer !== undefined && signer !== address) throw badAnswer(name, 'the signature of this account')
      return readSignature(name, signature)
    },
    async signPsbt({ chainId, psbt, inputs, broadcast = false }) {
      const allowed = [...new Set(inputs.flatMap(({ sighashTypes }) => sighashTypes ?? []))]
      if (dialect === 'leather') {
        const params = {
          hex: hex.encode(psbt),
          network: bitcoinNetworkOf(chainId),
          signAtIndex: inputs.map(({ index }) => index),
          broadcast,
          ...(allowed.length > 0 ? { allowedSighash: allowed } : {}),
        }
        const answer = await answered('signPsbt', params)
        return { psbt: bytesOf(name, answer.hex, hex.decode), ...sent(name, answer.txid) }
      }
      const params = {
        psbt: base64.encode(psbt),
        signInputs: byAddress(inputs),
        broadcast,
        ...(allowed.length > 0 ? { allowedSignHash: allowed[0] } : {}),
      }
      const answer = await answered('signPsbt', params)
      return { psbt: bytesOf(name, answer.psbt, base64.decode), ...sent(name, answer.txid) }
    },
    async sendTransfer({ address, to, amount }) {
      // The convention has no sender: the wallet pays from its payment account, which must be the one that was meant.
      const payment = accounts().find(({ facts }) => facts?.type === 'payment')
      if (payment && payment.address !== address) {
        throw new LatchkeyError('UNSUPPORTED_METHOD', `${name} pays from its payment account only.`, {
          hints: [`Send from ${payment.address}.`],
        })
      }
      if (amount > BigInt(Number.MAX_SAFE_INTEGER)) {
        throw new LatchkeyError('INVALID_AMOUNT', 'The amount exceeds the supply of bitcoin.')
      }
      const { txid } = await answered('sendTransfer', { recipients: [{ address: to, amount: Number(amount) }] })
      return readTxid(name, txid)
    },
  }
}

function byAddress(inputs: readonly PsbtInput[]): { readonly [address: string]: readonly number[] } {
  const places = new Map<string, number[]>()
  for (const { address, index } of inputs) places.set(address, [...(places.get(address) ?? []), index])
  return Object.fromEntries(places)
}

function sent(name: string, txid: unknown): { readonly txid?: string } {
  return txid === undefined || txid === null || txid === '' ? {} : { txid: readTxid(name, txid) }
}

function bytesOf(name: string, value: unknown, decode: (text: string) => Uint8Array): Uint8Array {
  try {
    if (typeof value === 'string' && value.length > 0) return decode(value)
  } catch {
    // Said below.
  }
  throw badAnswer(name, 'a signed PSBT')
}
