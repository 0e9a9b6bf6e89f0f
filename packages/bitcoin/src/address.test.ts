import { readBitcoinAddress } from '@latchkey/protocol/internal/bitcoin'
import { bech32, bech32m } from '@scure/base'
import { Address, OutScript, p2pkh, p2sh, p2tr, p2wpkh, p2wsh } from '@scure/btc-signer'
import { pubECDSA, pubSchnorr, randomPrivateKeyBytes } from '@scure/btc-signer/utils.js'
import { Address as bip322Address } from 'bip322-js'
import { describe, expect, it } from 'vitest'

const networks = {
  mainnet: { bech32: 'bc', pubKeyHash: 0, scriptHash: 5, wif: 128 },
  testnet: { bech32: 'tb', pubKeyHash: 111, scriptHash: 196, wif: 239 },
  regtest: { bech32: 'bcrt', pubKeyHash: 111, scriptHash: 196, wif: 239 },
}
const names = ['mainnet', 'testnet', 'regtest'] as const

/** What the reference library makes of a text: its output script, wherever it is an address. */
function reference(text: string): Uint8Array | undefined {
  for (const name of names) {
    try {
      return OutScript.encode(Address(networks[name]).decode(text))
    } catch {
      // Perhaps of another network.
    }
  }
  return undefined
}

function everyKind(name: (typeof names)[number]) {
  const network = networks[name]
  const secret = randomPrivateKeyBytes()
  const key = p2wpkh(pubECDSA(secret), network)
  return [
    ['p2pkh', p2pkh(pubECDSA(secret), network)],
    ['p2sh', p2sh(key, network)],
    ['p2wpkh', key],
    ['p2wsh', p2wsh(p2pkh(pubECDSA(secret)), network)],
    ['p2tr', p2tr(pubSchnorr(secret), undefined, network)],
  ] as const
}

describe('readBitcoinAddress', () => {
  it.each(names)('reads each kind of address of %s as the reference library writes it', (name) => {
    for (let round = 0; round < 12; round++) {
      for (const [kind, { address = '', script }] of everyKind(name)) {
        const read = readBitcoinAddress(address)
        expect(read).toMatchObject({ kind, script })
        expect(read?.networks).toContain(name)
        expect(bip322Address.isValidBitcoinAddress(address)).toBe(true)
        if (address.startsWith('b') || address.startsWith('t'))
          expect(readBitcoinAddress(address.toUpperCase())?.script).toEqual(script)
      }
    }
  })

  it('tells networks apart as far as an address does', () => {
    const of = (name: (typeof names)[number]) =>
      everyKind(name).map(([, { address = '' }]) => readBitcoinAddress(address)?.networks)
    expect(of('mainnet')).toEqual(Array(5).fill(['mainnet']))
    const shared = ['testnet', 'regtest']
    expect(of('testnet')).toEqual([shared, shared, ['testnet'], ['testnet'], ['testnet']])
    expect(of('regtest')).toEqual([shared, shared, ['regtest'], ['regtest'], ['regtest']])
  })

  it('agrees with the reference library on what one wrong character makes of an address', () => {
    const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l123456789ABCDEFGHJKLMNPQRSTUVWXYZ1bo0IlO '
    for (const name of names) {
      for (const [, { address = '' }] of everyKind(name)) {
        for (let at = 0; at < address.length; at++) {
          const other = alphabet[Math.floor((at * 7919 + address.charCodeAt(at)) % alphabet.length)] ?? '1'
          const spoiled = `${address.slice(0, at)}${other}${address.slice(at + 1)}`
          expect(readBitcoinAddress(spoiled)?.script, spoiled).toEqual(reference(spoiled))
          if (spoiled !== address) expect(readBitcoinAddress(spoiled), spoiled).toBeUndefined()
        }
        for (const cut of [address.slice(1), address.slice(0, -1), `${address}q`, ` ${address}`, `${address}\n`])
          expect(readBitcoinAddress(cut), cut).toBeUndefined()
      }
    }
  })

  it('error: takes none whose witness version has no meaning yet, and none under the checksum of the other version', () => {
    const program = new Uint8Array(32).fill(7)
    const key = new Uint8Array(20).fill(7)
    expect(readBitcoinAddress(bech32m.encode('bc', [2, ...bech32m.toWords(program)]))).toBeUndefined()
    expect(readBitcoinAddress(bech32m.encode('bc', [1, ...bech32m.toWords(key)]))).toBeUndefined()
    expect(readBitcoinAddress(bech32m.encode('bc', [0, ...bech32m.toWords(key)]))).toBeUndefined()
    expect(readBitcoinAddress(bech32.encode('bc', [1, ...bech32.toWords(program)]))).toBeUndefined()
    expect(readBitcoinAddress(bech32.encode('ltc', [0, ...bech32.toWords(key)]))).toBeUndefined()
    expect(readBitcoinAddress(bech32.encode('bc', [0, ...bech32.toWords(key)]))?.kind).toBe('p2wpkh')
  })

  it.each([
    '',
    'bc1',
    '1',
    '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV',
    '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
    'cosmos1w3jhxap3gempvq',
    'b'.repeat(200),
  ])('error: %s is none', (text) => {
    expect(readBitcoinAddress(text)).toBeUndefined()
  })
})
