// The page of an app with Auth.js: signs in by its provider `credentials`, and asks its session who is signed in.
import type { SignInAdapter } from '@latchkey/core'
import { formatSignInMessage } from '@latchkey/protocol/siwx'

const base = '/login'
const ask = async (path: string) => (await fetch(`${base}/${path}`)).json()

async function post(path: string, fields: Record<string, string>) {
  const body = new URLSearchParams({ csrfToken: (await ask('csrf')).csrfToken, ...fields })
  const headers = { 'x-auth-return-redirect': '1' }
  const answer = await fetch(`${base}/${path}`, { method: 'POST', headers, body })
  const { url } = await answer.json()
  if (!answer.ok || new URL(url, location.origin).searchParams.has('error')) throw new Error('Auth.js refused.')
}

export const authJsSignIn: SignInAdapter = {
  async createMessage({ accountAddress, chainId }) {
    const { nonce } = await ask('nonce')
    const { host: domain, origin: uri } = location
    const issuedAt = new Date().toISOString()
    const expirationTime = new Date(Date.now() + 10 * 60_000).toISOString()
    const message = { accountAddress, chainId, domain, uri, version: '1', nonce, issuedAt, expirationTime } as const
    const serializedMessage = formatSignInMessage(message)
    return { ...message, serializedMessage, toString: () => serializedMessage }
  },
  addSession: ({ message, signature }) => post('callback/credentials', { message, signature }),
  async setSessions([first]) {
    await (first ? authJsSignIn.addSession(first) : post('signout', {}))
  },
  revokeSession: () => post('signout', {}),
  async getSessions(chainId, accountAddress) {
    const { host: domain, origin: uri } = location
    const isMine = (await ask('session'))?.account === `${chainId}:${accountAddress}`
    const data = { accountAddress, chainId, domain, uri, version: '1', nonce: '' } as const
    return isMine ? [{ data, message: '', signature: '' }] : []
  },
  getRequired: () => true,
}
