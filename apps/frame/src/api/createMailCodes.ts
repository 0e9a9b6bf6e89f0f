import { type MailCode, type MailCodeKind, vaultKeysAnswer } from '@latchkey/protocol/internal/walletApi'
import * as z from 'zod/mini'
import type { Device } from '../storage/openDevice.js'
import type { WalletServer } from '../types.js'
import type { Keyring } from '../worker/messages.js'

type Options = { readonly signal?: AbortSignal | undefined }

/** Passes the codes of mails to recovery, which creates and checks them; no other part of the server reads one. */
export type MailCodes = {
  /** Proves the mailbox of a sign-in, with the address that the person typed. */
  proveLogin(given: { challengeId: string; code: string; email: string }, options?: Options): Promise<void>
  /** Proves a mailbox in a session; the new address of a change comes with its code. */
  prove(kind: MailCodeKind, typed: MailCode, options?: Options): Promise<void>
}

/**
 * Creates the way of codes to recovery.
 *
 * @param parts - The wallet's server, the worker that seals, this browser's device, and the session of the moment.
 * @returns The calls.
 */
export function createMailCodes({
  server,
  keyring,
  device,
  session,
}: {
  readonly server: WalletServer
  readonly keyring: Pick<Keyring, 'sealCode'>
  readonly device: Device
  readonly session: () => Promise<{ readonly sessionId: string } | undefined>
}): MailCodes {
  async function send(
    path: 'login' | 'session',
    more: object,
    typed: MailCode,
    [kind, id]: readonly [kind: string, id: string],
    { signal }: Options = {},
  ): Promise<void> {
    // The vault tells recovery's key: `auth` could tell its own.
    const { hpke } = await server.call({
      method: 'GET',
      path: '/api/vault/keys',
      parse: (answer) => z.parse(vaultKeysAnswer, answer),
      signal,
    })
    const bound = { kind, deviceId: device.id, id }
    const { sealed } = await keyring.sealCode({ recoveryKey: hpke.recovery, typed, bound })
    const body = { ...more, sealed }
    await server.call({ method: 'POST', path: `/api/recovery/mail/${path}`, body, parse: () => {}, signal })
  }
  return {
    proveLogin({ challengeId, code, email }, options) {
      const more = { challengeId, devicePublicKey: device.publicKey }
      return send('login', more, { code, email }, ['login', challengeId], options)
    },
    async prove(kind, typed, options) {
      return send('session', { kind }, typed, [kind, (await session())?.sessionId ?? ''], options)
    },
  }
}
