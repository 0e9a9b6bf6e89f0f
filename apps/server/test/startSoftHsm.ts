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

/** More than there are files of tests that want one. */
const tokensOfProcess = 8
const kept = globalThis as { latchkeySoftHsm?: Promise<SoftHsm[]> }

/**
 * Gives a fresh token; nothing where SoftHSM is not installed. A process has all of its tokens in one folder, made at first: the module
 * reads once which there are, and files of tests share a process.
 */
export async function startSoftHsm(): Promise<SoftHsm | undefined> {
  const module = modules.find((path) => existsSync(path))
  if (module === undefined) return undefined
  kept.latchkeySoftHsm ??= makeTokens(module)
  const token = (await kept.latchkeySoftHsm).pop()
  if (token === undefined) throw new Error(`More than ${tokensOfProcess} tokens were asked for in one process`)
  return token
}

async function makeTokens(module: string): Promise<SoftHsm[]> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-hsm-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'tokens'))
  const conf = join(folder, 'softhsm2.conf')
  writeFileSync(
    conf,
    `directories.tokendir = ${folder}/tokens\nobjectstore.backend = file\nlog.level = ERROR\nslots.removable = false\n`,
  )
  process.env.SOFTHSM2_CONF = conf
  const pin = '135790'
  const tokens = Array.from({ length: tokensOfProcess }, (_, at) => `latchkey-${process.pid}-${at}`)
  for (const token of tokens) {
    const init = ['--init-token', '--free', '--label', token, '--pin', pin, '--so-pin', '24680135']
    execFileSync('softhsm2-util', init, { stdio: 'ignore', env: { ...process.env, SOFTHSM2_CONF: conf } })
  }
  const loaded = await loadPkcs11Module(module)
  return tokens.map((token) => ({
    module,
    token,
    pin,
    env: { SOFTHSM2_CONF: conf },
    async makeKey(label) {
      const session = await openPkcs11Token(loaded, { token, pin, isWriting: true })
      await session.makeKey(label)
      await session.close()
    },
  }))
}
