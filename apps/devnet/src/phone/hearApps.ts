import { answerProposal } from './answerProposal.js'
import { answerRequest } from './answerRequest.js'
import { answerSignIn } from './answerSignIn.js'
import type { PhoneContext } from './phoneContext.js'
import type { Questions } from './phoneQuestions.js'
import type { PhoneWallet } from './phoneWallet.js'

/**
 * Handles the requests of apps on the phone.
 *
 * @param phone - The phone.
 * @param options - Its open requests, whether it signs in and connects in one step, the log of requests, and the callback for changes.
 * @returns What goes through the proposals that arrived before.
 */
export function hearApps(
  phone: PhoneContext,
  options: {
    questions: Questions
    canSignIn: boolean
    note: (received: PhoneWallet['received'][number]) => void
    changed: () => void
  },
): { resume(): void } {
  const { questions, canSignIn, note, changed } = options
  const { kit } = phone

  // No caller waits for this: the page shows the error, and the app's request times out.
  function handle(work: Promise<void>): void {
    work
      .catch((error: unknown) =>
        phone.notice(`An answer could not be sent: ${error instanceof Error ? error.message : String(error)}`),
      )
      .finally(changed)
  }

  function propose(proposal: Parameters<typeof answerProposal>[1]): void {
    note({ topic: proposal.pairingTopic, method: 'wc_sessionPropose', params: proposal, chainId: undefined })
    handle(answerProposal(phone, proposal))
  }

  kit.on('session_proposal', ({ params }) => propose(params))
  kit.on('session_request', (event) => {
    const { request, chainId } = event.params
    note({ topic: event.topic, method: request.method, params: request.params, chainId })
    handle(answerRequest(phone, event))
  })
  if (canSignIn) {
    kit.on('session_authenticate', (event) => {
      note({ topic: event.topic, method: 'wc_sessionAuthenticate', params: event.params, chainId: undefined })
      handle(answerSignIn(phone, event))
    })
  }
  kit.on('session_delete', ({ topic }) => {
    questions.endTopic(topic)
    changed()
  })
  kit.on('proposal_expire', ({ id }) => questions.end(id))
  kit.on('session_request_expire', ({ id }) => questions.end(id))
  kit.core.relayer.on('relayer_connect', changed)
  kit.core.relayer.on('relayer_disconnect', changed)
  return {
    // What was asked before the phone was switched off is asked again; the library does the same with requests.
    resume() {
      for (const proposal of Object.values(kit.getPendingSessionProposals())) propose(proposal)
    },
  }
}
