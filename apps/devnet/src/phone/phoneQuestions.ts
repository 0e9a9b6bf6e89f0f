import type { PhoneAnswer, PhoneQuestion, PhoneSwitches, PhoneWalletOptions } from './phoneWallet.js'

/** The questions that the person has not answered yet. */
export type Questions = {
  ask(id: number, topic: string, question: PhoneQuestion): Promise<PhoneAnswer | undefined>
  end(id: number): void
  endTopic(topic: string): void
  endAll(): void
}

/**
 * Puts questions to the person, one waiting for each id.
 *
 * @param approve - Asks; without it the answer is yes.
 * @param switches - How the phone misbehaves.
 */
export function createQuestions(approve: PhoneWalletOptions['approve'], switches: () => PhoneSwitches): Questions {
  const open = new Map<number, { topic: string; aborter: AbortController }>()
  const end = (id: number) => {
    open.get(id)?.aborter.abort()
    open.delete(id)
  }
  return {
    async ask(id, topic, question) {
      const { neverAnswer, reject } = switches()
      if (neverAnswer) return undefined
      if (reject) return false
      if (approve === undefined) return true
      end(id)
      const aborter = new AbortController()
      const { signal } = aborter
      open.set(id, { topic, aborter })
      try {
        const gone = new Promise<undefined>((resolve) => {
          signal.addEventListener('abort', () => resolve(undefined), { once: true })
        })
        return await Promise.race([approve(question, signal), gone])
      } finally {
        if (open.get(id)?.aborter === aborter) open.delete(id)
      }
    },
    end,
    endTopic(topic) {
      for (const [id, question] of [...open]) if (question.topic === topic) end(id)
    },
    endAll() {
      for (const id of [...open.keys()]) end(id)
    },
  }
}
