import { loadCode } from '../loadCode.js'
import type { createEmailHandlers } from './email.js'
import type { HandlerGroup } from './groups.js'

type EmailHandlers = HandlerGroup<'enterCode' | 'updateEmail' | 'updateEmailPrimaryOtp' | 'updateEmailSecondaryOtp'>

/** Loads the e-mail handlers at their first request. */
export function createLazyEmailHandlers(parts: Parameters<typeof createEmailHandlers>[0]): EmailHandlers {
  let handlers: EmailHandlers | undefined
  async function load(): Promise<EmailHandlers> {
    const { createEmailHandlers } = await loadCode(() => import('./email.js'))
    handlers ??= createEmailHandlers(parts)
    return handlers
  }
  return {
    enterCode: async (payload, asked) => (await load()).enterCode(payload, asked),
    updateEmail: async (payload, asked) => (await load()).updateEmail(payload, asked),
    updateEmailPrimaryOtp: async (payload, asked) => (await load()).updateEmailPrimaryOtp(payload, asked),
    updateEmailSecondaryOtp: async (payload, asked) => (await load()).updateEmailSecondaryOtp(payload, asked),
  }
}
