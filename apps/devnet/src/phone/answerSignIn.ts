import type { WalletKitTypes } from '@reown/walletkit'
import { buildAuthObject, getSdkError, populateAuthPayload } from '@walletconnect/utils'
import { fromCaip2, type PhoneContext, phoneMethods, toApp, toCaip2 } from './phoneContext.js'

/** Asks the person to connect and sign in with one step, and answers the app. */
export async function answerSignIn(phone: PhoneContext, event: WalletKitTypes.SessionAuthenticate): Promise<void> {
  if (phone.switches().neverAnswer) return
  const { id, topic, params } = event
  const app = toApp(params.requester.metadata)
  const reject = (code: 'USER_REJECTED' | 'UNSUPPORTED_CHAINS') =>
    phone.kit.rejectSessionAuthenticate({ id, reason: getSdkError(code) })
  const only = phone.switches().onlyChains
  const mine = phone.chains().filter(({ chainId }) => only === undefined || only.includes(chainId))
  const payload = populate(
    params.authPayload,
    mine.map(({ chainId }) => toCaip2(chainId)),
  )
  if (payload === undefined) {
    phone.notice(`${app.name} was refused: it asks for networks or methods that this wallet does not have.`)
    return reject('UNSUPPORTED_CHAINS')
  }
  const key = phone.key()
  const signed = payload.chains.map((chain) => {
    const iss = `did:pkh:${chain}:${key.address}`
    return { iss, message: phone.kit.formatAuthMessage({ request: payload, iss }) }
  })
  const answer = await phone.ask(id, topic, {
    kind: 'signIn',
    app,
    chains: payload.chains.map((caip2) => {
      return { caip2, chain: mine.find(({ chainId }) => chainId === fromCaip2(caip2)), isRequired: true }
    }),
    messages: signed.map(({ message }) => message),
  })
  if (answer === undefined) return
  if (answer === false) return reject('USER_REJECTED')
  const auths = await Promise.all(
    signed.map(async ({ iss, message }) =>
      buildAuthObject(payload, { t: 'eip191', s: await key.signMessage({ message }) }, iss),
    ),
  )
  await phone.kit.approveSessionAuthenticate({ id, auths })
}

function populate(authPayload: WalletKitTypes.SessionAuthenticate['params']['authPayload'], chains: string[]) {
  const common = authPayload.chains.filter((chain) => chains.includes(chain))
  if (common.length === 0) return undefined
  try {
    return populateAuthPayload({ authPayload: { ...authPayload, chains: common }, chains, methods: [...phoneMethods] })
  } catch {
    return undefined
  }
}
