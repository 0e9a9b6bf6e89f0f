import { Secp256k1Wallet } from '@cosmjs/amino'
import type { ChainId } from '@latchkey/protocol/caip'
import { cryptoWaitReady, encodeAddress, sr25519PairFromSeed, sr25519Sign } from '@polkadot/util-crypto'
import { base58, base64, hex } from '@scure/base'
import { Signer as BitcoinSigner } from 'bip322-js'
import nacl from 'tweetnacl'
import { privateKeyToAccount } from 'viem/accounts'

/** Somebody whose keys a library has that is not ours. */
export type Signer = { chainId: ChainId; accountAddress: string; sign(text: string): Promise<string> }

const seed = Uint8Array.from({ length: 32 }, (_, index) => index + 1)
const toBytes = (text: string) => new TextEncoder().encode(text)

/** A person of each family, by its own library: viem, tweetnacl, bip322-js, polkadot-js, CosmJS. */
export async function signers(): Promise<{ [name in 'eip155' | 'solana' | 'bip122' | 'polkadot' | 'cosmos']: Signer }> {
  await cryptoWaitReady()
  const evm = privateKeyToAccount(`0x${hex.encode(seed)}`)
  const solana = nacl.sign.keyPair.fromSeed(seed)
  const bitcoinKey = 'L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k'
  const bitcoin = 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l'
  const polkadot = sr25519PairFromSeed(seed)
  const cosmos = await Secp256k1Wallet.fromKey(seed)
  const [cosmosAccount] = await cosmos.getAccounts()
  const cosmosAddress = cosmosAccount?.address ?? ''
  return {
    eip155: {
      chainId: 'eip155:1',
      accountAddress: evm.address,
      sign: (message) => evm.signMessage({ message }),
    },
    solana: {
      chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      accountAddress: base58.encode(solana.publicKey),
      sign: async (text) => base58.encode(nacl.sign.detached(toBytes(text), solana.secretKey)),
    },
    bip122: {
      chainId: 'bip122:000000000019d6689c085ae165831e93',
      accountAddress: bitcoin,
      async sign(text) {
        const signed = BitcoinSigner.sign(bitcoinKey, bitcoin, text)
        return typeof signed === 'string' ? signed : base64.encode(signed)
      },
    },
    polkadot: {
      chainId: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
      accountAddress: encodeAddress(polkadot.publicKey, 0),
      sign: async (text) => `0x${hex.encode(sr25519Sign(`<Bytes>${text}</Bytes>`, polkadot))}`,
    },
    cosmos: {
      chainId: 'cosmos:cosmoshub-4',
      accountAddress: cosmosAddress,
      async sign(text) {
        const value = { data: base64.encode(toBytes(text)), signer: cosmosAddress }
        const { signature } = await cosmos.signAmino(cosmosAddress, {
          account_number: '0',
          chain_id: '',
          fee: { amount: [], gas: '0' },
          memo: '',
          msgs: [{ type: 'sign/MsgSignData', value }],
          sequence: '0',
        })
        return signature.signature
      },
    },
  }
}
