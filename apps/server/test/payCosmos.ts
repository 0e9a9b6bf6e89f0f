import { encodeSecp256k1Pubkey } from '@cosmjs/amino'
import {
  coins,
  DirectSecp256k1HdWallet,
  encodePubkey,
  makeAuthInfoBytes,
  makeSignDoc,
  Registry,
} from '@cosmjs/proto-signing'
import { defaultRegistryTypes } from '@cosmjs/stargate'
import { mnemonic } from '@latchkey/devnet'
import { base64 } from '@scure/base'

/** The body of a broadcast: a payment of the first development account, encoded and signed by CosmJS. */
export async function payCosmos(to: string, amount: number, sequence: number): Promise<string> {
  const wallet = await DirectSecp256k1HdWallet.fromMnemonic(mnemonic, { prefix: 'cosmos' })
  const [account] = await wallet.getAccounts()
  if (!account) throw new Error('The phrase gives an account')
  const registry = new Registry(defaultRegistryTypes)
  const value = { fromAddress: account.address, toAddress: to, amount: coins(amount, 'uatom') }
  const bodyBytes = registry.encodeTxBody({ messages: [{ typeUrl: '/cosmos.bank.v1beta1.MsgSend', value }] })
  const pubkey = encodePubkey(encodeSecp256k1Pubkey(account.pubkey))
  const authInfoBytes = makeAuthInfoBytes([{ pubkey, sequence }], coins(200, 'uatom'), 100_000, undefined, undefined)
  const doc = makeSignDoc(bodyBytes, authInfoBytes, 'latchkey-1', 0)
  const { signature } = (await wallet.signDirect(account.address, doc)).signature
  const parts = [bodyBytes, authInfoBytes, base64.decode(signature)]
  const bytes = parts.flatMap((part, at) => [((at + 1) << 3) | 2, ...varint(part.length), ...part])
  return JSON.stringify({ tx_bytes: base64.encode(Uint8Array.from(bytes)), mode: 'BROADCAST_MODE_SYNC' })
}

function varint(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(value >> 7)]
}
