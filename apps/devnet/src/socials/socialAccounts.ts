/** The names under which the local provider of social logins answers. */
export const socialNames = ['google', 'x', 'discord', 'apple', 'github', 'facebook'] as const

/** One of them. */
export type SocialName = (typeof socialNames)[number]

/** An account that a person can choose at the local provider. */
export type SocialAccount = {
  id: string
  /** What the list of accounts shows. */
  label: string
  userName: string
  email: string | undefined
  isVerified: boolean
}

/** The accounts that each name has; the numbers are what a provider identifies people by. */
export const socialAccounts: readonly SocialAccount[] = [
  { id: '1001', label: 'Ada', userName: 'ada', email: 'ada@social.example', isVerified: true },
  { id: '1002', label: 'Bob, without an e-mail', userName: 'bob', email: undefined, isVerified: false },
  { id: '1003', label: 'Cy, e-mail not verified', userName: 'cy', email: 'cy@social.example', isVerified: false },
  {
    id: '1004',
    label: 'Dee, whose e-mail may have a wallet already',
    userName: 'dee',
    email: 'dee@mail.example',
    isVerified: true,
  },
  { id: '1005', label: 'Eve, with the e-mail of Ada', userName: 'eve', email: 'ada@social.example', isVerified: true },
]
