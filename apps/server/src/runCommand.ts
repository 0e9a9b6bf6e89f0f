import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { awsCredentials } from './awsCredentials.js'
import { addRingKey } from './custody/keys/addRingKey.js'
import { openKeys } from './custody/keys/openKeys.js'
import { openPkcs11Token } from './custody/keys/openPkcs11Token.js'
import { loadPkcs11Module } from './custody/keys/pkcs11Module.js'
import { readKeyUrl } from './custody/keys/readKeyUrl.js'
import { readSecretFile } from './custody/keys/readSecretFile.js'
import { rewrapEnvelopes } from './custody/rewrapEnvelopes.js'
import { importWallets } from './directory/importWallets.js'
import { readEnv } from './env.js'
import { frameFolder } from './frame/frameFolder.js'
import { nameRelease, readRelease } from './frame/readRelease.js'
import { openPostgres } from './platform/db/openPostgres.js'
import { runAccount } from './runAccount.js'
import { runLedger } from './runLedger.js'
import { runUser } from './runUser.js'
import { version } from './status/version.js'

const help = `latchkey-server [--roles data,auth,vault,recovery]   serves until it is stopped
latchkey-server migrate                            brings the database of DATABASE_URL up to date
latchkey-server grants                             prints the database rights of each role, for psql
latchkey-server make-key <file or pkcs11:…>        makes the first or next version of a key
latchkey-server rewrap                             moves what is kept under older keys to the current ones, while servers go on
latchkey-server user find <e-mail or id>           says what account it is: wallet, factors, browsers, sessions; never a key
latchkey-server user freeze <e-mail or id>         freezes its wallet, as the link in each mail does
latchkey-server user sign-out <e-mail or id>       ends all its sessions
latchkey-server user delete <id>                   deletes it with its wallet after LATCHKEY_DELETION_DAYS; the owner is notified
latchkey-server user keep <e-mail or id>           takes a deletion back
latchkey-server user export <e-mail or id>         prints what is kept about it as JSON, with its e-mail and never a key
latchkey-server account export <address>           prints what the role data keeps by an address, as JSON and never a key
latchkey-server account delete <address>           deletes it: names, accounts at sites, purchases, swaps, smart sessions
latchkey-server ledger mismatches                  lists where the books and a provider or a chain, or a swap and its promise, do not agree
latchkey-server ledger settle <number> <note>      says that an operator has looked into one of them; it counts no more while it stays the same
latchkey-server ledger balances                    prints what buyers, providers, transfers under way, swappers and pools have, in each currency and coin
latchkey-server ledger swaps                       lists the newest hundred swaps that were sent, with what each moved
latchkey-server verify-frame <https://…>           compares the pages that a wallet's origin serves with this package's; ends with 1 if they differ
  [--watch <seconds>]                              goes on, and prints a line whenever the result changes
  [--settings <sha256>] [--user-agent <text>]      settings that the pages must have; one more browser to ask as
latchkey-server --version                          prints the version, and the release of the pages with its hash
latchkey-server import-wallets <file> [<file>]     makes a LATCHKEY_WALLETS_FILE from an export of a directory

Settings are environment variables: HOST, PORT, DATABASE_URL, LATCHKEY_CHAINS and more, all in apps/server/README.md.
`

/**
 * Runs one of the operator's commands: `grants` prints the rights of each role's database user, `migrate` brings the database up to
 * date, `make-key <file or pkcs11:…>` makes the next version of a key in a ring or inside a token, `import-wallets <file> [<file>]`
 * turns an export of a public directory into a file of wallets, `rewrap` moves envelopes to the current keys, `user` acts on
 * one user, `account` on what is kept by one address, `ledger` on the books, `version` names what this is, `help` lists
 * them. `verify-frame` is `watchFrame`'s: it may go on.
 *
 * @param command - The command and what stands behind it.
 * @returns What to print.
 * @throws LatchkeyError INVALID_CONFIG.
 */
export async function runCommand([command, ...rest]: readonly string[]): Promise<string> {
  switch (command) {
    case 'help':
      return help
    case 'version':
      return `Latchkey server ${version()}\n${describeFrame()}`
    case 'grants':
      return readFileSync(new URL('../roles.sql', import.meta.url), 'utf8')
    case 'migrate': {
      const { DATABASE_URL: url } = readEnv()
      if (url === undefined)
        throw new LatchkeyError('INVALID_CONFIG', 'DATABASE_URL must be set: it names the database to bring up to date')
      await (await openPostgres(url)).close()
      return 'The database is up to date\n'
    }
    case 'make-key': {
      const [where = ''] = rest
      const place = readKeyUrl(where, 'The key')
      if (place.kind === 'file' && where !== '') return makeRingKey(where)
      if (place.kind !== 'pkcs11')
        throw new LatchkeyError('INVALID_CONFIG', 'make-key takes the path of a key ring or a pkcs11: URL')
      const { module, token: tokenLabel, label, pinSource } = place
      const pin = pinSource === undefined ? readEnv().LATCHKEY_VAULT_PIN : readSecretFile(pinSource, 'The PIN').trim()
      if (pin === undefined) throw new LatchkeyError('INVALID_CONFIG', 'The PIN must be named with pin-source=<file>')
      const token = await openPkcs11Token(await loadPkcs11Module(module), { token: tokenLabel, pin, isWriting: true })
      const version = Math.max(0, ...(await token.findKeys(label)).keys()) + 1
      await token.makeKey(`${label}-${version}`)
      await token.close()
      return `Made the key ${label}-${version}\n`
    }
    case 'rewrap':
      return rewrap()
    case 'user':
      return runUser(rest)
    case 'account':
      return runAccount(rest)
    case 'ledger':
      return runLedger(rest)
    case 'import-wallets': {
      const [source, target] = rest
      if (source === undefined) throw new LatchkeyError('INVALID_CONFIG', 'import-wallets takes a file to read')
      const { wallets, refused } = importWallets(readFileSync(source, 'utf8'))
      const text = `${JSON.stringify({ data: wallets }, null, 2)}\n`
      if (target === undefined) return text
      writeFileSync(target, text)
      return `${[`Wrote ${wallets.length} wallets to ${target}`, ...refused.map((line) => `Left out ${line}`)].join('\n')}\n`
    }
    default:
      throw new LatchkeyError(
        'INVALID_CONFIG',
        `There is no command ${command}: grants, migrate, make-key, rewrap, user, account, ledger, verify-frame, import-wallets, version, help`,
      )
  }
}

/** Names the release of the pages that this server has: a line, or nothing when they are not built. */
export function describeFrame(): string {
  const folder = frameFolder(readEnv().LATCHKEY_FRAME_DIR)
  const release = folder === undefined ? undefined : readRelease(folder)
  return release === undefined ? '' : `${nameRelease(release)}\n`
}

/** Returns whether limits are counted by one process or by all: a line. */
export function describeLimits({ REDIS_URL: url }: { readonly REDIS_URL?: string | undefined }): string {
  return url === undefined
    ? 'Limits of calls, sockets and relay storage are counted by this process alone; REDIS_URL shares them\n'
    : 'Limits of calls, sockets and relay storage are counted with the other processes of this Redis\n'
}

/** Rewraps the envelopes of each role whose keys are configured. */
async function rewrap(): Promise<string> {
  const env = readEnv()
  const settings = {
    vault: ['LATCHKEY_VAULT_KEYS', env.LATCHKEY_VAULT_KEYS, env.LATCHKEY_VAULT_PIN],
    recovery: ['LATCHKEY_RECOVERY_KEYS', env.LATCHKEY_RECOVERY_KEYS, env.LATCHKEY_RECOVERY_PIN],
    sessions: ['LATCHKEY_SESSION_KEYS', env.LATCHKEY_SESSION_KEYS, env.LATCHKEY_SESSION_PIN],
  } as const
  const { DATABASE_URL: url } = env
  const owners = (['vault', 'recovery', 'sessions'] as const).filter((owner) => settings[owner][1] !== undefined)
  if (url === undefined || owners.length === 0)
    throw new LatchkeyError(
      'INVALID_CONFIG',
      'rewrap needs DATABASE_URL and one of LATCHKEY_VAULT_KEYS, LATCHKEY_RECOVERY_KEYS, LATCHKEY_SESSION_KEYS',
    )
  const db = await openPostgres(url)
  try {
    const lines: string[] = []
    for (const owner of owners) {
      const [name, place = '', pin] = settings[owner]
      const keys = await openKeys(place, { name, allowRepository: true, pin, aws: awsCredentials(env) })
      const { moved, left } = await rewrapEnvelopes(db, keys, owner).finally(() => keys.close())
      const then =
        left === 0
          ? 'older keys can go'
          : `${left} are still under older keys: restart every server with the new key, then run this again`
      lines.push(`${owner}: moved ${moved} envelopes, ${then}\n`)
    }
    return lines.join('')
  } finally {
    await db.close()
  }
}

/** The secret of sessions is no key that others can follow: addresses are found by it. */
function makeRingKey(path: string): string {
  const { LATCHKEY_AUTH_KEYS: auth } = readEnv()
  if (auth !== undefined && resolve(auth) === resolve(path) && existsSync(path))
    throw new LatchkeyError(
      'INVALID_CONFIG',
      `${path} is the ring of LATCHKEY_AUTH_KEYS, whose key cannot be changed`,
      {
        hints: ['Users are found by it: with another key no user could sign in to their wallet.'],
      },
    )
  return `Made the key ${addRingKey(path)} of ${path}\n`
}
