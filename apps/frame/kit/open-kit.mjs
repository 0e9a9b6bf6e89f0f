// Opens the offline kit of a Latchkey wallet with its recovery code and prints the words, and the private keys that were imported.
//
//   node open-kit.mjs wallet-kit.json
//
// It needs Node 20 or newer and nothing else: no package, no network, no server. Run it on a computer that you trust, best
// without a network. docs/kit.md says what the file holds and how to do the same by other means.
import { createDecipheriv, hkdfSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const label = 'latchkey/code/kit/1'

/** Reads a recovery code: 26 digits of Crockford's base 32 (128 bits) and two that check them. */
function readCode(text) {
  const typed = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}\p{Cf}]/gu, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  const values = [...typed].map((digit) => alphabet.indexOf(digit))
  if (values.includes(-1)) throw new Error('This is not a recovery code: it has a character that none has.')
  if (values.length !== 28) throw new Error(`A recovery code has 28 characters, these are ${values.length}.`)
  const digits = values.slice(0, 26)
  const check = digits.reduce((sum, value, at) => sum + (at + 1) * value, 0) % 1021
  const value = digits.reduce((sum, digit) => (sum << 5n) | BigInt(digit), 0n)
  if (check !== values[26] * 32 + values[27] || value >> 128n !== 0n)
    throw new Error('A character of the recovery code is wrong. Compare it with your copy.')
  return Buffer.from(value.toString(16).padStart(32, '0'), 'hex')
}

/** Opens a kit and gives its words and imported keys; throws when the code is not its code or the file was changed. */
function openKit(kit, code) {
  const { format, version, walletId, addresses, kdf, cipher } = kit
  if (format !== 'latchkey-kit') throw new Error('This file is not the kit of a Latchkey wallet.')
  if (![1, 2].includes(version) || kdf.name !== 'HKDF-SHA256' || kdf.label !== label || cipher.name !== 'AES-256-GCM')
    throw new Error('This kit has a newer form than this script. Get the script that belongs to it.')
  const { eip155, solana, bip122 } = addresses
  const binding = JSON.stringify([format, version, walletId, eip155, solana, bip122.payment, bip122.ordinal])
  const key = Buffer.from(hkdfSync('sha256', code, Buffer.from(walletId), Buffer.from(label), 32))
  const bytes = Buffer.from(cipher.text, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(cipher.nonce, 'base64url'))
  decipher.setAAD(Buffer.from(binding))
  decipher.setAuthTag(bytes.subarray(-16))
  let text
  try {
    text = Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString('utf8')
  } catch {
    throw new Error('This code does not open this kit, or the file was changed.')
  }
  return version === 1 ? { words: text, keys: {} } : JSON.parse(text)
}

/** Reads one line; what is typed on a terminal is shown, so that it can be compared with the paper. */
function ask(question) {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  return new Promise((resolve, reject) => {
    lines.once('close', () => reject(new Error('No code was given.')))
    lines.question(question, (answer) => {
      resolve(answer)
      lines.close()
    })
  })
}

try {
  const file = process.argv[2]
  if (file === undefined) throw new Error('Which file? node open-kit.mjs <file>')
  const kit = JSON.parse(readFileSync(file, 'utf8'))
  const { words, keys } = openKit(kit, readCode(await ask('Recovery code: ')))
  const { eip155, solana, bip122 } = kit.addresses
  const ofEvm = 'Ethereum and other EVM networks'
  const fromWords = [
    ...(keys.eip155 ? [] : [`${ofEvm}  m/44'/60'/0'/0/0   ${eip155}`]),
    ...(keys.solana ? [] : [`Solana                           m/44'/501'/0'/0'   ${solana}`]),
    `Bitcoin, payments                m/84'/0'/0'/0/0    ${bip122.payment}`,
    `Bitcoin, ordinals                m/86'/0'/0'/0/0    ${bip122.ordinal}`,
  ]
  const imported = [
    ...(keys.eip155 ? [`${ofEvm}  ${eip155}\n    ${keys.eip155}`] : []),
    ...(keys.solana ? [`Solana                           ${solana}\n    ${keys.solana}`] : []),
  ]
  const keysToo = imported.length > 0
  process.stdout.write(`${words}

These words lead to
  ${fromWords.join('\n  ')}
${keysToo ? `\nPrivate keys that were imported, and where they lead\n  ${imported.join('\n  ')}\n` : ''}
Anybody with these words${keysToo ? ' and keys' : ''} has the wallet. Type them into a wallet that you trust and nowhere else.
`)
} catch (error) {
  process.stderr.write(`${error instanceof SyntaxError ? 'The file cannot be read as a kit.' : error.message}\n`)
  process.exitCode = 1
}
