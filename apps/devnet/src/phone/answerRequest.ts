import type { WalletKitTypes } from '@reown/walletkit'
import type { WalletContext } from '../wallets/evm/walletContext.js'
import { walletMethods } from '../wallets/evm/walletMethods.js'
import { ProviderError } from '../wallets/providerError.js'
import { firstSwitches } from '../wallets/switches.js'
import { answerFamilyRequest } from './families/answerFamilyRequest.js'
import { family, fromCaip2, type PhoneContext, toApp, Unanswered } from './phoneContext.js'

/** Asks the person about a request of an app and answers it. */
export async function answerRequest(phone: PhoneContext, event: WalletKitTypes.SessionRequest): Promise<void> {
  if (phone.switches().neverAnswer) return
  const { id, topic, params } = event
  const { method, params: given } = params.request
  const answer = await run(async () => {
    if (!params.chainId.startsWith(`${family}:`)) return answerFamilyRequest(phone, event)
    const context = requestContext(phone, event)
    const result = await walletMethods(context, method, given)
    // The event of the new chain is sent before the response.
    await context.settle()
    return result
  })
  if (answer === undefined) return
  // A session that ended meanwhile needs no response.
  if (phone.kit.getActiveSessions()[topic] === undefined) return
  await phone.kit.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', ...answer } })
}

type Answer = { result: unknown } | { error: { code: number; message: string } }

async function run(answer: () => Promise<unknown>): Promise<Answer | undefined> {
  try {
    return { result: await answer() }
  } catch (error) {
    if (error instanceof Unanswered) return undefined
    if (error instanceof ProviderError) return { error: { code: error.code, message: error.message } }
    return { error: { code: -32603, message: 'The wallet could not do this.' } }
  }
}

const obedient = firstSwitches({ switches: { autoApprove: false } })

function requestContext(
  phone: PhoneContext,
  { id, topic, params }: WalletKitTypes.SessionRequest,
): WalletContext & { settle(): Promise<void> } {
  const session = phone.kit.getActiveSessions()[topic]
  const app = toApp(session?.peer.metadata)
  const isMove = ['wallet_switchEthereumChain', 'wallet_addEthereumChain'].includes(params.request.method)
  const named = phone.chains().find(({ chainId }) => chainId === fromCaip2(params.chainId))
  const chain = isMove ? (phone.chainOf(topic) ?? named) : named
  if (chain === undefined) throw new ProviderError(4901, `The wallet is not connected to ${params.chainId}.`)
  const allowed = (session?.namespaces[family]?.accounts ?? []).map((account) => account.split(':')[2] ?? '')
  const selected = phone.key().address
  let wanted: number | undefined
  return {
    origin: app.url || app.name,
    keys: phone.keys,
    switches: () => obedient,
    memory: () => ({ permitted: true, account: phone.keys.indexOf(phone.key()), chainId: chain.chainId, added: [] }),
    chains: phone.chains,
    chain: () => chain,
    visible: () => [...new Set(allowed)],
    async confirm(question) {
      const request = { origin: app.url || app.name, chain, account: selected, ...question }
      const answer = await phone.ask(id, topic, { kind: 'request', app, request })
      if (answer === undefined) throw new Unanswered()
      if (answer === false) throw new ProviderError(5000, 'User rejected.')
    },
    permit() {},
    moveTo(chainId) {
      wanted = chainId
    },
    add: phone.addChain,
    inTurn: phone.inTurn,
    async settle() {
      if (wanted !== undefined) await phone.moveTo(topic, wanted)
    },
  }
}
