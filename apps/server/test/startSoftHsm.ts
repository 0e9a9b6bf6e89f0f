import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPkcs11Token } from '../src/custody/keys/openPkcs11Token.js'
import { loadPkcs11Module } from '../src/custody/keys/pkcs11Module.js'

/** Where distributions put the module of SoftHSM. */
const modules = [
  '/usr/lib/softhsm/libsofthsm2.so',
  '/usr/lib/x86_64-linux-gnu/softhsm/libsofthsm2.so',
  '/usr/lib64/softhsm/libsofthsm2.so',
  '/opt/homebrew/lib/softhsm/libsofthsm2.so',
]

/** A real PKCS#11 module with one fresh token. */
export type SoftHsm = {
  module: string
  token: string
  pin: string
  /** Makes a key that never leaves the token. */
  makeKey(label: string): Promise<void>
  /** The settings with which another process finds the same token. */
  env: { SOFTHSM2_CONF: string }
}

const kept = globalThis as { latchkeySoftHsm?: Promise<SoftHsm | undefined> }

/**
 * Makes a token, or gives the one that this process has: the module reads once where tokens are, and files of tests share a process.
 * Gives nothing where SoftHSM is not installed.
 */
export function startSoftHsm(): Promise<SoftHsm | undefined> {
  kept.latchkeySoftHsm ??= makeToken()
  return kept.latchkeySoftHsm
}

async function makeToken(): Promise<SoftHsm | undefined> {
  const module = modules.find((path) => existsSync(path))
  if (module === undefined) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-hsm-'))
  mkdirSync(join(folder, 'tokens'))
  const conf = join(folder, 'softhsm2.conf')
  writeFileSync(
    conf,
    `directories.tokendir = ${folder}/tokens\nobjectstore.backend = file\nlog.level = ERROR\nslots.removable = false\n`,
  )
  // The module reads it when it is loaded into this process.
  process.env.SOFTHSM2_CONF = conf
  const [token, pin] = [`latchkey-${process.pid}`, '135790']
  const init = ['--init-token', '--free', '--label', token, '--pin', pin, '--so-pin', '24680135']
  execFileSync('softhsm2-util', init, { stdio: 'ignore', env: { ...process.env, SOFTHSM2_CONF: conf } })
  const loaded = await loadPkcs11Module(module)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return {
    module,
    token,
    pin,
    env: { SOFTHSM2_CONF: conf },
    async makeKey(label) {
      const session = await openPkcs11Token(loaded, { token, pin, isWriting: true })
      await session.makeKey(label)
      await session.close()
    },
  }
}
