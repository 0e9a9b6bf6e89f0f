import * as z from 'zod/mini'
import { namespaces } from '../caip.js'
import { frameRequestTimeout, signOutTimeout } from './limits.js'

/** The kinds of accounts that an embedded wallet has. */
export const accountTypes = ['eoa', 'smartAccount'] as const
/** The social accounts that an embedded wallet can be entered with by a redirect. */
export const socialProviders = ['google', 'github', 'apple', 'facebook', 'x', 'discord'] as const

const nothing = z.void()
const text = z.string().check(z.maxLength(65_536))
const address = z.string().check(z.minLength(1), z.maxLength(128))
const mail = z.string().check(z.trim(), z.maxLength(254), z.email())
const chainId = z.union([z.number(), z.string().check(z.maxLength(128))])
const accountType = z.enum(accountTypes)
const otp = z.object({ otp: z.string().check(z.maxLength(64)) })
const rpcUrl = z.optional(z.string().check(z.maxLength(2048)))

/** A sign-in message as its fields; `<<AccountAddress>>` stands for the address until the frame knows it. */
export const siwxData = z.object({
  accountAddress: z.string(),
  chainId: z.string(),
  domain: z.string(),
  uri: z.string(),
  version: z.string(),
  nonce: z.string(),
  serializedMessage: z.optional(text),
  notBefore: z.optional(z.string()),
  statement: z.optional(text),
  resources: z.optional(z.array(z.string()).check(z.maxLength(10))),
  requestId: z.optional(z.string()),
  issuedAt: z.optional(z.string()),
  expirationTime: z.optional(z.string()),
})
/** A sign-in message as its fields. */
export type SiwxData = z.infer<typeof siwxData>

const userFields = {
  address,
  chainId,
  accounts: z.optional(z.array(z.object({ address, type: accountType })).check(z.maxLength(100))),
  preferredAccountType: z.optional(z.string()),
  smartAccountDeployed: z.optional(z.boolean()),
  signature: z.optional(z.string()),
  message: z.optional(text),
  siwxMessage: z.optional(siwxData),
}
/** The user as a sign-in by e-mail or a reload gives it. */
export const frameUser = z.object({ ...userFields, email: z.optional(z.nullable(z.email())) })
/** The user as a sign-in by a social account gives it; what the provider calls an e-mail is not looked at. */
export const frameSocialUser = z.object({
  ...userFields,
  email: z.optional(z.nullable(z.string())),
  userName: z.optional(z.nullable(z.string())),
})
/** The user of an embedded wallet. */
export type FrameUser = z.infer<typeof frameUser>

const signIn = {
  chainId: z.optional(chainId),
  preferredAccountType: z.optional(z.string()),
  siwxMessage: z.optional(siwxData),
  rpcUrl,
}
// The product says newEmail, older apps say email; a reader finds both.
const newMail = z.pipe(
  z
    .object({ newEmail: z.optional(mail), email: z.optional(mail) })
    .check(
      z.refine(
        ({ newEmail, email }) => (newEmail ?? email) !== undefined && (newEmail ?? email) === (email ?? newEmail),
      ),
    ),
  z.transform(({ newEmail = '', email = newEmail }) => ({ newEmail: email, email })),
)
const rpcParams = z.pipe(
  z.unknown(),
  z.transform((params) => withoutBigInts(params, 0)),
)

/** The purpose of a code typed in the frame: a sign-in, or the old or the new address of a change. */
export const codePurposes = ['login', 'primary', 'secondary'] as const
/** Who can restore a wallet: the operator with the mailbox's owner, or only its owner's factors. */
export const restorers = ['operator', 'passkey', 'code'] as const
/** How the wallet of the person who is signed in is kept; times in milliseconds. */
export const frameSecurity = z.object({
  email: z.nullable(z.email()),
  restorers: z.array(z.enum(restorers)),
  /** When the operator's own way in will be deleted, where that was asked for. */
  operatorUntil: z.nullable(z.number()),
  /** False: this browser lets the wallet keep nothing, so that each visit needs a new sign-in. */
  isKept: z.boolean(),
  /** This browser; a frame of an older version names all. */
  devices: z
    .array(z.object({ id: z.string(), name: z.string(), lastSeenAt: z.number(), isThis: z.boolean() }))
    .check(z.maxLength(100)),
  /** How many more have the wallet: their names are for its owner and not for a page. */
  otherDevices: z.optional(z.number()),
})
/** How the wallet of the person who is signed in is kept. */
export type FrameSecurity = z.infer<typeof frameSecurity>

type Wire = { readonly wire: string; readonly isSafe: boolean | 'byMethod' }
const signingIn = { timeout: frameRequestTimeout }

/**
 * Everything that an app asks of the embedded wallet's frame (`connectPasskey`, `enterCode`, `getSecurity` and `showSecurity` are ours alone,
 * all else is AppKit's too): its name in AppKit's messages (`wire`), what goes there, what
 * comes back, how long that may take in milliseconds, and whether it is safe, that is, changes nothing and asks no person.
 */
export const appEvents = {
  isConnected: {
    wire: 'IS_CONNECTED',
    payload: z.optional(z.object({ token: z.optional(z.string()) })),
    answer: z.object({ isConnected: z.boolean() }),
    isSafe: true,
    ...signingIn,
  },
  syncDappData: {
    wire: 'SYNC_DAPP_DATA',
    payload: z.object({
      metadata: z.optional(
        z.object({ name: text, description: text, url: text, icons: z.array(text).check(z.maxLength(20)) }),
      ),
      sdkVersion: z.optional(z.string()),
      sdkType: z.optional(z.string()),
      projectId: z.string(),
    }),
    answer: nothing,
    isSafe: true,
    ...signingIn,
  },
  syncTheme: {
    wire: 'SYNC_THEME',
    payload: z.object({
      themeMode: z.optional(z.enum(['light', 'dark'])),
      themeVariables: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
      w3mThemeVariables: z.optional(z.record(z.string(), z.string())),
    }),
    answer: nothing,
    isSafe: true,
    ...signingIn,
  },
  getSmartAccountEnabledNetworks: {
    wire: 'GET_SMART_ACCOUNT_ENABLED_NETWORKS',
    payload: nothing,
    answer: z.object({ smartAccountEnabledNetworks: z.array(z.number()) }),
    isSafe: true,
    ...signingIn,
  },
  connectEmail: {
    wire: 'CONNECT_EMAIL',
    payload: z.object({ email: mail }),
    answer: z.object({
      action: z.enum(['VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT']),
      /** Two digits that the page of the link shows too, so that a person sees that both belong together. */
      matchNumber: z.optional(z.string().check(z.regex(/^\d{2}$/))),
    }),
    isSafe: false,
    ...signingIn,
  },
  connectDevice: { wire: 'CONNECT_DEVICE', payload: nothing, answer: nothing, isSafe: false, ...signingIn },
  connectOtp: { wire: 'CONNECT_OTP', payload: otp, answer: nothing, isSafe: false, ...signingIn },
  getSocialRedirectUri: {
    wire: 'GET_SOCIAL_REDIRECT_URI',
    payload: z.object({
      provider: z.enum(socialProviders),
      /** The page to come back to, where it is left for the sign-in instead of opening a window. */
      returnUri: z.optional(z.string().check(z.maxLength(2_048))),
    }),
    answer: z.object({ uri: z.string().check(z.minLength(1)) }),
    isSafe: false,
    ...signingIn,
  },
  connectSocial: {
    wire: 'CONNECT_SOCIAL',
    payload: z.object({ uri: text, ...signIn }),
    answer: frameSocialUser,
    isSafe: false,
    ...signingIn,
  },
  getFarcasterUri: {
    wire: 'GET_FARCASTER_URI',
    payload: nothing,
    answer: z.object({ url: z.string() }),
    isSafe: false,
    ...signingIn,
  },
  connectFarcaster: {
    wire: 'CONNECT_FARCASTER',
    payload: nothing,
    answer: z.object({ userName: z.string() }),
    isSafe: false,
    timeout: undefined,
  },
  connectPasskey: { wire: 'CONNECT_PASSKEY', payload: nothing, answer: nothing, isSafe: false, timeout: undefined },
  getUser: {
    wire: 'GET_USER',
    payload: z.optional(z.object({ socialUri: z.optional(text), ...signIn })),
    answer: frameUser,
    isSafe: false,
    timeout: undefined,
  },
  getChainId: {
    wire: 'GET_CHAIN_ID',
    payload: nothing,
    answer: z.object({ chainId }),
    isSafe: true,
    ...signingIn,
  },
  switchNetwork: {
    wire: 'SWITCH_NETWORK',
    payload: z.object({ chainId, rpcUrl }),
    answer: z.object({ chainId }),
    isSafe: false,
    ...signingIn,
  },
  setPreferredAccount: {
    wire: 'SET_PREFERRED_ACCOUNT',
    payload: z.object({ type: accountType }),
    answer: z.object({ type: accountType, address }),
    isSafe: false,
    ...signingIn,
  },
  initSmartAccount: {
    wire: 'INIT_SMART_ACCOUNT',
    payload: nothing,
    answer: z.object({ address, isDeployed: z.boolean() }),
    isSafe: false,
    ...signingIn,
  },
  rpcRequest: {
    wire: 'RPC_REQUEST',
    payload: z.object({
      method: z.string().check(z.minLength(1), z.maxLength(128)),
      params: z.optional(rpcParams),
      chainId: z.optional(chainId),
      chainNamespace: z._default(z.enum(namespaces), 'eip155'),
      rpcUrl,
      // What values are shown in, by its ISO 4217 code in small letters. The rate is never the page's, and an unknown code is as none.
      currency: z.optional(z.string()),
    }),
    answer: z.unknown(),
    isSafe: 'byMethod',
    timeout: undefined,
    aborted: 'Request was aborted',
  },
  rpcAbort: { wire: 'RPC_ABORT', payload: nothing, answer: nothing, isSafe: false, ...signingIn },
  updateEmail: {
    wire: 'UPDATE_EMAIL',
    payload: newMail,
    answer: z.object({ action: z.enum(['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP']) }),
    isSafe: false,
    ...signingIn,
  },
  updateEmailPrimaryOtp: {
    wire: 'UPDATE_EMAIL_PRIMARY_OTP',
    payload: otp,
    answer: nothing,
    isSafe: false,
    ...signingIn,
  },
  updateEmailSecondaryOtp: {
    wire: 'UPDATE_EMAIL_SECONDARY_OTP',
    payload: otp,
    answer: z.object({ newEmail: z.email() }),
    isSafe: false,
    ...signingIn,
  },
  reload: { wire: 'RELOAD', payload: nothing, answer: nothing, isSafe: false, ...signingIn },
  enterCode: {
    wire: 'ENTER_CODE',
    payload: z.object({ purpose: z.enum(codePurposes) }),
    answer: z.object({ newEmail: z.optional(z.email()) }),
    isSafe: false,
    timeout: undefined,
  },
  getSecurity: {
    wire: 'GET_SECURITY',
    payload: nothing,
    answer: frameSecurity,
    isSafe: true,
    ...signingIn,
  },
  showSecurity: { wire: 'SHOW_SECURITY', payload: nothing, answer: nothing, isSafe: false, timeout: undefined },
  signOut: { wire: 'SIGN_OUT', payload: nothing, answer: nothing, isSafe: false, timeout: signOutTimeout },
} as const satisfies {
  readonly [name: string]: Wire & {
    payload: z.ZodMiniType
    answer: z.ZodMiniType
    timeout: number | undefined
    aborted?: string
  }
}

/** The name of one thing that an app asks of the frame. */
export type AppEventName = keyof typeof appEvents

/**
 * Finds what an AppKit message asks for.
 *
 * @param type - The message's type, for example `@w3m-app/CONNECT_EMAIL`.
 * @returns The name, or undefined when there is none.
 *
 * @example
 * import { appEventOf } from '@latchkey/protocol/internal/frame'
 * appEventOf('@w3m-app/CONNECT_EMAIL') // 'connectEmail'
 */
export function appEventOf(type: string): AppEventName | undefined {
  const names = Object.keys(appEvents) as AppEventName[]
  return names.find((name) => type === `@w3m-app/${appEvents[name].wire}`)
}

/**
 * Returns the type of the AppKit message that answers an event.
 *
 * @param name - The event.
 * @param outcome - Whether it went well.
 * @returns The type, for example `@w3m-frame/CONNECT_EMAIL_SUCCESS`.
 *
 * @example
 * import { frameEventType } from '@latchkey/protocol/internal/frame'
 * frameEventType('connectEmail', 'SUCCESS')
 */
export function frameEventType(name: AppEventName, outcome: 'SUCCESS' | 'ERROR'): string {
  return `@w3m-frame/${appEvents[name].wire}_${outcome}`
}

// An own value may be circular; what is deeper than a message may be is left as it is and refused later.
function withoutBigInts(value: unknown, depth: number): unknown {
  if (typeof value === 'bigint') return value < 0n ? value : `0x${value.toString(16)}`
  if (depth > 16 || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((each) => withoutBigInts(each, depth + 1))
  if (Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withoutBigInts(each, depth + 1)]))
}
