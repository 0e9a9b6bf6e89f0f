import type { SignIn } from '../handlers/createSignIn.js'
import { nameDevice } from '../handlers/nameDevice.js'
import { loadCode } from '../loadCode.js'
import { askProvider } from './askProvider.js'
import type { CameBack } from './comeBack.js'
import type { LinkedAccount, LoginResult } from './loginCalls.js'
import { confirmByCode, openWallet } from './openWallet.js'
import type { PageContext } from './pageContext.js'
import { redirectToProvider } from './redirectToProvider.js'

/**
 * Creates the jobs about logins over one window.
 *
 * @param context - The window's neighbours.
 * @param signal - Ends them all.
 * @returns The jobs; those that go to a provider have to be called within a click.
 */
export function createLoginJobs(context: PageContext, signal: AbortSignal) {
  const { custody, device, embedder, logins } = context
  /** Signs in with an account: in a window of its provider, by redirect, or in the Farcaster app. */
  async function ask(
    provider: string,
    purpose: CameBack['purpose'],
    begin: (returnTo?: string) => Promise<{ challengeId: string; uri: string }>,
  ): Promise<LoginResult> {
    if (provider !== 'farcaster')
      return askProvider(begin, signal, () =>
        redirectToProvider(context, { provider, purpose }, () => begin(location.pathname.slice(1))),
      )
    const { askFarcaster } = await loadCode(() => import('./askFarcaster.js'))
    return askFarcaster(begin, logins.awaitFarcaster, signal)
  }
  async function readChosen(chosen: LoginResult): Promise<LinkedAccount & { challengeId: string }> {
    const { challengeId } = chosen
    await logins.take({ challengeId, result: chosen.result })
    return { challengeId, ...(await logins.look(challengeId)) }
  }
  async function finish(given: LoginResult, signIn: Pick<SignIn, 'adopt'>): Promise<void> {
    const { challengeId, result } = given
    const answer = await logins.finishSignIn({ challengeId, result })
    await signIn.adopt(answer, answer.email, signal)
  }
  return {
    /**
     * Confirms that the owner is there, as a change of the logins needs it: by a code, and by the passkey or the recovery code where there
     * is one.
     */
    async prove(): Promise<void> {
      await confirmByCode(context, signal)
      const { factors } = await custody.listFactors({ signal })
      if (factors.some(({ kind }) => kind === 'passkey' || kind === 'code'))
        await openWallet(context, 'factor', signal, { byOwner: true })
    },
    /** Lets the user choose an account, and returns its name at recovery; nothing is linked yet. */
    async choose(provider: string): Promise<LinkedAccount & { challengeId: string }> {
      return readChosen(
        await ask(provider, 'link', (returnTo) => logins.start({ provider, purpose: 'link', returnTo })),
      )
    },
    /** The same, where the page was left for it. */
    readChosen,
    /** Confirms with an account that signs in to this wallet, in the place of a code. */
    async confirm(provider: string): Promise<void> {
      const begin = (returnTo?: string) => logins.start({ provider, purpose: 'step-up', returnTo })
      await logins.stepUp(await ask(provider, 'step-up', begin))
    },
    /** The same, where the page was left for it. */
    confirmBack: ({ challengeId, result }: LoginResult) => logins.stepUp({ challengeId, result }),
    /** Signs in with an account, in a window that no frame opened. */
    async signIn(provider: string, signIn: Pick<SignIn, 'adopt'>): Promise<void> {
      const { origin: parentOrigin, projectId } = embedder
      const deviceName = nameDevice(navigator.userAgent)
      const { publicKey: devicePublicKey } = device
      const asked = { provider, projectId, parentOrigin, devicePublicKey, deviceName }
      const begin = (returnTo?: string) =>
        logins.startSignIn({ ...asked, ...(returnTo && { returnUri: `${location.origin}/${returnTo}` }) })
      await finish(await ask(provider, 'sign-in', begin), signIn)
    },
    /** The same, where the page was left for it. */
    finish,
  }
}
