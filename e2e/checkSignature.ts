import { createPublicKey, ECDH, verify } from 'node:crypto'
import { pubkeyToAddress, serializeSignDoc } from '@cosmjs/amino'
import {
  base58Decode,
  cryptoWaitReady,
  decodeAddress,
  keccakAsU8a,
  secp256k1Recover,
  sr25519Verify,
} from '@polkadot/util-crypto'
import { Verifier } from 'bip322-js'
import nacl from 'tweetnacl'

/** A text that was signed by an account. */
export type Signed = {
  /** CAIP-10. */
  readonly account: string
  readonly message: string
  /** As the family writes it: hex for `eip155` and `polkadot`, base58 for `solana`, base64 for `bip122` and `cosmos`. */
  readonly signature: string
  /** Hex; of `cosmos` only. */
  readonly publicKey?: string
}

/** Tells whether an account signed a text, by libraries that none of our wallets signs with. */
export async function isSigned({ account, message, signature, publicKey = '' }: Signed): Promise<boolean> {
  const [namespace, , address = ''] = account.split(':')
  const bytes = new TextEncoder().encode(message)
  switch (namespace) {
    case 'eip155': {
      const hash = keccakAsU8a(new Uint8Array([...toBytes(`\x19Ethereum Signed Message:\n${bytes.length}`), ...bytes]))
      const parts = Buffer.from(signature.slice(2), 'hex')
      const key = secp256k1Recover(hash, parts.subarray(0, 64), (parts[64] ?? 0) - 27, 'keccak')
      return `0x${Buffer.from(keccakAsU8a(key)).subarray(-20).toString('hex')}` === address.toLowerCase()
    }
    case 'solana':
      return nacl.sign.detached.verify(bytes, base58Decode(signature), base58Decode(address))
    case 'bip122':
      return Verifier.verifySignature(address, message, signature)
    case 'polkadot':
      await cryptoWaitReady()
      return sr25519Verify(`<Bytes>${message}</Bytes>`, signature, decodeAddress(address))
    case 'cosmos':
      return ofAddress(publicKey, address) && isCosmosSignature(bytes, address, signature, publicKey)
    default:
      throw new Error(`Nobody here can check what ${account} signs`)
  }
}

function ofAddress(publicKey: string, address: string): boolean {
  const value = Buffer.from(publicKey, 'hex').toString('base64')
  return pubkeyToAddress({ type: 'tendermint/PubKeySecp256k1', value }, 'cosmos') === address
}

/** ADR-36, by OpenSSL over the bytes that CosmJS makes of the document. */
function isCosmosSignature(bytes: Uint8Array, signer: string, signature: string, publicKey: string): boolean {
  const data = Buffer.from(bytes).toString('base64')
  const document = serializeSignDoc({
    chain_id: '',
    account_number: '0',
    sequence: '0',
    fee: { gas: '0', amount: [] },
    msgs: [{ type: 'sign/MsgSignData', value: { signer, data } }],
    memo: '',
  })
  const point = ECDH.convertKey(publicKey, 'secp256k1', 'hex', undefined, 'uncompressed') as Buffer
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const key = createPublicKey({ key: { kty: 'EC', crv: 'secp256k1', x, y } as never, format: 'jwk' })
  return verify('sha256', document, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64'))
}

function toBytes(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
