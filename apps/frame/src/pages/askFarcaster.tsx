/** @jsxImportSource preact */
import { LatchkeyError } from '@latchkey/protocol/errors'
import { render } from 'preact'
import { FarcasterCode } from './FarcasterCode.js'
import type { LoginResult } from './loginCalls.js'
import { strings } from './strings.js'

/**
 * Asks the user to approve in their Farcaster app: its link covers the page, which is inert until the app responds.
 *
 * @param begin - Begins the sign-in on the server.
 * @param wait - Waits for the answer of the app.
 * @param signal - Ends it.
 * @returns Which sign-in it was, and the secret with which it is finished.
 * @throws LatchkeyError USER_REJECTED when the user leaves, ABORTED; the errors of `begin` and `wait`.
 */
export async function askFarcaster(
  begin: () => Promise<{ challengeId: string; uri: string }>,
  wait: (challengeId: string, signal: AbortSignal) => Promise<string>,
  signal: AbortSignal,
): Promise<LoginResult> {
  const dialog = document.body.appendChild(document.createElement('dialog'))
  dialog.className = 'lp-dialog lp-sheet'
  dialog.setAttribute('aria-label', strings.farcasterTitle)
  const ended = new AbortController()
  const onCancel = () => ended.abort(new LatchkeyError('USER_REJECTED', 'The request was rejected in the wallet.'))
  const draw = (url?: string) => render(<FarcasterCode url={url} onCancel={onCancel} />, dialog)
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    onCancel()
  })
  const left = new Promise<never>((_, reject) =>
    ended.signal.addEventListener('abort', () => reject(ended.signal.reason)),
  )
  async function ask(): Promise<LoginResult> {
    const { challengeId, uri } = await begin()
    draw(uri)
    return { challengeId, result: await wait(challengeId, AbortSignal.any([signal, ended.signal])) }
  }
  draw()
  dialog.showModal()
  try {
    return await Promise.race([ask(), left])
  } finally {
    // Ends the pending wait for the app silently.
    ended.abort()
    render(null, dialog)
    dialog.remove()
  }
}
