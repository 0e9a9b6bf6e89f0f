import { stepTimeout } from '../stepTimeout.js'

/** A mail as the local world's inbox answers it. */
export type Mail = { readonly id: string; readonly subject: string; readonly text: string; readonly html: string }

/** The inbox of the local world. */
export type Inbox = {
  /** The newest mail to an address that matches; waits for it, and gives each only once. */
  next(to: string, subject?: RegExp): Promise<Mail>
  /** The six digits of the newest mail with a code. */
  code(to: string): Promise<string>
  /** The link of the newest mail that asks about a browser. */
  link(to: string): Promise<string>
  /** How many mails have come to an address. */
  count(to: string): Promise<number>
}

/** Reads the inbox at `url` as its own page does. */
export function createInbox(url: string): Inbox {
  const taken = new Set<string>()
  async function read(to: string): Promise<readonly Mail[]> {
    const answer = await fetch(`${url}/messages?to=${encodeURIComponent(to)}`)
    return ((await answer.json()) as { messages: readonly Mail[] }).messages
  }
  async function next(to: string, subject = /./): Promise<Mail> {
    for (const start = Date.now(); Date.now() - start < stepTimeout; ) {
      const mail = (await read(to)).find(({ id, subject: text }) => !taken.has(id) && subject.test(text))
      if (mail) {
        taken.add(mail.id)
        return mail
      }
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error(`No mail to ${to} with ${subject}: ${(await read(to)).map((mail) => mail.subject).join(' | ')}`)
  }
  return {
    next,
    async code(to) {
      const { subject } = await next(to, /^\d{6} /)
      return subject.slice(0, 6)
    },
    async link(to) {
      const { text } = await next(to, /browser\?/)
      const link = /https?:\/\/\S+\/device\?token=[\w-]{43}/.exec(text)?.[0]
      if (!link) throw new Error(`The mail has no link: ${text}`)
      return link
    },
    count: async (to) => (await read(to)).length,
  }
}
