import { Secp256k1Wallet } from '@cosmjs/amino'
import { verifySignature } from '@latchkey/core'
import { base64 } from '@scure/base'
import { expect, it } from 'vitest'
import { cosmos } from '../cosmos.js'

const message = 'app.example wants you to sign in: ä€\nand a second line'
const bytes = new TextEncoder().encode(message)
const seed = Uint8Array.from({ length: 32 }, (_, index) => index + 1)

const check = (address: string, signature: string, said = message) =>
  verifySignature({
    address,
    chainId: 'cosmos:latchkey-1',
    message: said,
    signature,
    rpcUrls: [],
    families: [cosmos()],
  })

it('behavior: takes what CosmJS signed, and no other text, account or signature', async () => {
  const [wallet, other] = await Promise.all([
    Secp256k1Wallet.fromKey(seed),
    Secp256k1Wallet.fromKey(seed.map((b) => b + 1)),
  ])
  const [own] = await wallet.getAccounts()
  const [strange] = await other.getAccounts()
  const address = own?.address ?? ''
  const { signature } = (
    await wallet.signAmino(address, {
      account_number: '0',
      chain_id: '',
      fee: { amount: [], gas: '0' },
      memo: '',
      msgs: [{ type: 'sign/MsgSignData', value: { data: base64.encode(bytes), signer: address } }],
      sequence: '0',
    })
  ).signature
  const broken = base64.decode(signature)
  broken[12] = (broken[12] ?? 0) ^ 1
  expect(await check(address, signature)).toBe(true)
  expect(await check(address, signature, `${message}.`)).toBe(false)
  expect(await check(strange?.address ?? '', signature)).toBe(false)
  expect(await check(address, base64.encode(broken))).toBe(false)
  for (const nonsense of ['', 'banana', '0x', '🍌']) expect(await check(address, nonsense)).toBe(false)
})
