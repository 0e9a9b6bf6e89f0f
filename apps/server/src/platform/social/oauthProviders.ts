import { createHmac } from 'node:crypto'
import type { socialProviders } from '@latchkey/protocol/internal/frame'
import * as z from 'zod'

/** The name of a provider of social logins. */
export type SocialName = (typeof socialProviders)[number]

/** The profile of a user at a provider. Only `subject` identifies: the rest can pass to another person. */
export type SocialProfile = {
  subject: string
  email: string | null
  /** The provider has checked that the address is this person's. */
  isVerified: boolean
  userName: string | null
}

/** Reads a JSON answer of the provider with the access token. */
export type ReadJson = (url: URL) => Promise<unknown>

/** How a provider deviates from OpenID Connect, or that it does not. */
export type OAuthProvider = {
  /** How people call it. */
  label: string
  scope: string
  /** Parameters that its authorization page wants besides. */
  extra?: { [name: string]: string }
  /** How it learns the client's secret. */
  secret: 'post' | 'basic' | 'signed'
} & (
  | { kind: 'openid'; issuer: string }
  | {
      kind: 'oauth'
      /** The issuer in its responses, where they have one (RFC 9207). */
      issuer: string
      authorize: string
      token: string
      user: string
      read: (read: ReadJson, user: URL, token: { access: string; secret: string }) => Promise<SocialProfile>
    }
)

const id = z.union([z.string().min(1).max(256), z.int().transform(String)])
const text = z.string().max(320).nullish()
const githubUser = z.object({ id, login: text })
const githubEmails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() })).max(100)
const xUser = z.object({ data: z.object({ id, username: text }) })
const discordUser = z.object({ id, username: text, email: text, verified: z.boolean().nullish() })
const facebookUser = z.object({ id, name: text, email: text })

/** The endpoints of each provider by its documentation, and how the profile is read. */
export const oauthProviders: { readonly [name in SocialName]: OAuthProvider } = {
  google: {
    label: 'Google',
    kind: 'openid',
    issuer: 'https://accounts.google.com',
    scope: 'openid email profile',
    extra: { prompt: 'select_account' },
    secret: 'post',
  },
  apple: {
    label: 'Apple',
    kind: 'openid',
    issuer: 'https://appleid.apple.com',
    scope: 'openid name email',
    // It gives no address to a page that is called by GET.
    extra: { response_mode: 'form_post' },
    secret: 'signed',
  },
  github: {
    label: 'GitHub',
    kind: 'oauth',
    issuer: 'https://github.com/login/oauth',
    authorize: 'https://github.com/login/oauth/authorize',
    token: 'https://github.com/login/oauth/access_token',
    user: 'https://api.github.com/user',
    scope: 'read:user user:email',
    secret: 'post',
    async read(read, user) {
      // A name can pass to another person, the number cannot.
      const { id: subject, login } = githubUser.parse(await read(user))
      const emails = githubEmails.parse(await read(new URL(`${user}/emails`)))
      const primary = emails.find((each) => each.primary)
      return {
        subject,
        userName: login ?? null,
        email: primary?.email ?? null,
        isVerified: primary?.verified === true,
      }
    },
  },
  x: {
    label: 'X',
    kind: 'oauth',
    issuer: 'https://x.com',
    authorize: 'https://x.com/i/oauth2/authorize',
    token: 'https://api.x.com/2/oauth2/token',
    user: 'https://api.x.com/2/users/me',
    scope: 'users.read tweet.read',
    secret: 'basic',
    async read(read, user) {
      const { data } = xUser.parse(await read(user))
      return { subject: data.id, userName: data.username ?? null, email: null, isVerified: false }
    },
  },
  discord: {
    label: 'Discord',
    kind: 'oauth',
    issuer: 'https://discord.com',
    authorize: 'https://discord.com/oauth2/authorize',
    token: 'https://discord.com/api/oauth2/token',
    user: 'https://discord.com/api/users/@me',
    scope: 'identify email',
    secret: 'post',
    async read(read, user) {
      const { id: subject, username, email, verified } = discordUser.parse(await read(user))
      return { subject, userName: username ?? null, email: email ?? null, isVerified: verified === true }
    },
  },
  facebook: {
    label: 'Facebook',
    kind: 'oauth',
    issuer: 'https://www.facebook.com',
    authorize: 'https://www.facebook.com/v21.0/dialog/oauth',
    token: 'https://graph.facebook.com/v21.0/oauth/access_token',
    user: 'https://graph.facebook.com/v21.0/me',
    scope: 'public_profile email',
    secret: 'post',
    async read(read, user, { access, secret }) {
      const asked = new URL(user)
      asked.searchParams.set('fields', 'id,name,email')
      asked.searchParams.set('appsecret_proof', createHmac('sha256', secret).update(access).digest('hex'))
      const { id: subject, name, email } = facebookUser.parse(await read(asked))
      // It does not say whether it has checked the address.
      return { subject, userName: name ?? null, email: email ?? null, isVerified: false }
    },
  },
}
