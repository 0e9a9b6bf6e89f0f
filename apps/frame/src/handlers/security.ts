import type { OpenWindow, SecurityFacts } from '../types.js'
import type { OwnWallet } from '../wallet/createWallet.js'
import type { WalletContext } from '../wallet/walletContext.js'
import type { HandlerGroup } from './groups.js'

/** How the wallet is kept. */
export function createSecurityHandlers({
  context,
  wallet,
  loadWindow,
}: {
  readonly context: WalletContext
  readonly wallet: OwnWallet
  readonly loadWindow: () => Promise<OpenWindow>
}): HandlerGroup<'getSecurity' | 'showSecurity'> {
  const { auth, custody, screens, storage, sessions } = context

  async function read(signal: AbortSignal): Promise<SecurityFacts> {
    await sessions.require()
    const { addresses } = wallet.user ?? (await wallet.enter({ signal }))
    const [{ user, device }, { devices }, { factors }] = await Promise.all([
      auth.readSession({ signal }),
      auth.listDevices({ signal }),
      custody.listFactors({ signal }),
    ])
    const { email } = user
    return { email, addresses, factors, devices, frozenUntil: device.frozenUntil, isKept: storage.isKept }
  }

  return {
    async getSecurity(_, { signal }) {
      const { email, factors, devices, isKept } = await read(signal)
      const has = (kind: string) => factors.some((factor) => factor.kind === kind)
      return {
        email,
        restorers: [
          ...(has('auto') ? ['operator' as const] : []),
          ...(has('passkey') ? ['passkey' as const] : []),
          ...(has('code') ? ['code' as const] : []),
        ],
        operatorUntil: factors.find(({ kind }) => kind === 'auto')?.deleteAt ?? null,
        isKept,
        devices: devices.flatMap(({ id, name, lastSeenAt, isThis }) =>
          isThis ? [{ id, name, lastSeenAt, isThis }] : [],
        ),
        otherDevices: devices.filter(({ isThis }) => !isThis).length,
      }
    },
    async showSecurity(_, { signal }) {
      await sessions.require()
      const openWindow = await loadWindow()
      await screens.ask({ kind: 'security', read: () => read(signal), openWindow }, { signal })
    },
  }
}
