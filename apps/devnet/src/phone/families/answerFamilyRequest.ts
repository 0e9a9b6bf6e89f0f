import type { WalletKitTypes } from '@reown/walletkit'
import { ProviderError } from '../../wallets/providerError.js'
import { type PhoneContext, toApp, Unanswered } from '../phoneContext.js'
import { unknownMethod } from './phoneFamily.js'

/** Answers what an app asks of a family other than `eip155`. */
export async function answerFamilyRequest(phone: PhoneContext, event: WalletKitTypes.SessionRequest): Promise<unknown> {
  const { id, topic, params } = event
  const { chainId } = params
  const { method, params: given } = params.request
  const session = phone.kit.getActiveSessions()[topic]
  const app = toApp(session?.peer.metadata)
  const [namespace = ''] = chainId.split(':')
  const family = phone.families()[namespace]
  const chain = phone.familyChains().find((known) => known.chainId === chainId)
  const granted = session?.namespaces[namespace]
  if (!family || !chain || !granted?.accounts.some((account) => account.startsWith(`${chainId}:`))) {
    throw new ProviderError(4901, `The wallet is not connected to ${chainId}.`)
  }
  if (!family.methods.includes(method)) throw unknownMethod
  const isRecord = typeof given === 'object' && given !== null && !Array.isArray(given)
  return family.answer({
    method,
    chain,
    params: isRecord ? (given as { readonly [key: string]: unknown }) : {},
    async confirm(account, question) {
      const request = { origin: app.url || app.name, chain, account, ...question }
      const answer = await phone.ask(id, topic, { kind: 'request', app, request })
      if (answer === undefined) throw new Unanswered()
      if (answer === false) throw new ProviderError(5000, 'User rejected.')
    },
  })
}
