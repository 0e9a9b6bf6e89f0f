import type { Look } from './look.js'

/** What holds until the visitor changes it: the same as in an app that sets nothing. */
export const defaultLook: Look = {
  themeMode: 'system',
  accent: undefined,
  radius: 20,
  buttonSize: 'md',
  features: { email: true, send: true, receive: true, activity: true, multiWallet: false },
  networkSwitch: true,
}
