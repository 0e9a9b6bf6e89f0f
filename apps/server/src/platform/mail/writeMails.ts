import { layoutMail, type MailPart } from './layoutMail.js'
import type { MailMessage } from './mail.js'

/** The facts in every mail about a sign-in. */
export type MailFacts = {
  to: string
  wallet: string
  parentOrigin: string
  browser: string
  place: string
  /** The freeze link of this address. */
  freezeUrl: string
}

/** The same, for what happened where no browser asked for a mail. */
export type NoticeFacts = Omit<MailFacts, 'browser'> & { browser?: string }

/** The mail with a code: to sign in, to confirm, or for either side of a change of address. */
export function codeMail(facts: MailFacts, kind: string, code: string): MailMessage {
  const title =
    {
      login: 'Your sign-in code',
      'step-up': 'Confirm it is you',
      'change-primary': 'Confirm your e-mail change',
      'change-secondary': 'Confirm your new e-mail',
    }[kind] ?? 'Your code'
  const minutes = kind === 'login' ? 10 : 5
  return layoutMail({
    to: facts.to,
    subject: `${code} is your code for ${hostOf(facts.parentOrigin)}`,
    wallet: facts.wallet,
    title,
    parts: [
      { text: `Type this code in the wallet at ${hostOf(facts.parentOrigin)}.` },
      { code },
      { facts: factsOf(facts) },
      { small: `It works once, for ${minutes} minutes.` },
      {
        small:
          'Never type it on another site, and never share it with anyone who asks. If you did not ask for it, ignore this e-mail.',
      },
      ...freezeOf(facts),
    ],
  })
}

/** The mail that asks to confirm a browser that was not seen before. */
export function deviceMail(facts: MailFacts, url: string): MailMessage {
  return layoutMail({
    to: facts.to,
    subject: `Is this your browser? ${hostOf(facts.parentOrigin)}`,
    wallet: facts.wallet,
    title: 'Confirm a new browser',
    parts: [
      {
        text: `Someone wants to use your wallet at ${hostOf(facts.parentOrigin)} from a new browser.`,
      },
      { facts: factsOf(facts) },
      { button: 'Review the request', url },
      { small: 'The link works once, for 10 minutes. It signs nobody in by itself.' },
      { small: 'If this was not you, do nothing.' },
      ...freezeOf(facts),
    ],
  })
}

/** The mail about a security event, with an action that undoes it if there is one. */
export function noticeMail(
  facts: NoticeFacts,
  notice: { title: string; text: string; undo?: { label: string; url: string } },
): MailMessage {
  return layoutMail({
    to: facts.to,
    subject: notice.title,
    wallet: facts.wallet,
    title: notice.title,
    parts: [
      { text: notice.text },
      { facts: factsOf(facts) },
      ...(notice.undo === undefined ? [] : [{ button: notice.undo.label, url: notice.undo.url }]),
      { small: 'If this was not you, act now: sign in, remove any browser you do not know, and secure your mailbox.' },
      ...freezeOf(facts),
    ],
  })
}

/** The last mail to a user whose wallet or data was deleted: nothing is left to freeze. */
export function goneMail({
  to,
  wallet,
  hadWallet,
}: Pick<MailFacts, 'to' | 'wallet'> & { hadWallet: boolean }): MailMessage {
  const title = hadWallet ? 'Your wallet was deleted' : 'Your data was deleted'
  const again = 'If you sign in with this address again, you get a new wallet.'
  return layoutMail({
    to,
    subject: title,
    wallet,
    title,
    parts: hadWallet
      ? [
          { text: 'The wallet and everything we kept about you are deleted. Nobody can restore the wallet.' },
          { small: 'If you exported its recovery phrase, you can still open it in any wallet that accepts one.' },
          { small: again },
        ]
      : [{ text: 'Everything we kept about you is deleted. You had no wallet.' }, { small: again }],
  })
}

// Every other mail has it, whether or not its address has a wallet.
function freezeOf({ freezeUrl }: NoticeFacts): MailPart[] {
  return [
    { small: 'If someone else may be using your wallet, freeze it. No browser can open it then.' },
    { link: 'Freeze the wallet', url: freezeUrl },
  ]
}

function factsOf({ parentOrigin, browser, place }: NoticeFacts): [string, string][] {
  return [
    ['Site', hostOf(parentOrigin)],
    ...(browser === undefined ? [] : [['Browser', browser] as [string, string]]),
    ...(place === '' ? [] : [['Place', place] as [string, string]]),
  ]
}

function hostOf(origin: string): string {
  return new URL(origin).host
}
