import { Consent } from '../../../components/Consent.js'
import { EmailForm } from '../../../components/EmailForm.js'
import type { Entries } from '../../entry.js'
import { lazyView } from '../../lazyView.js'

/** The views of the e-mail wallet: signing in, changing the e-mail. */
export const emailViews: Entries<
  | 'EmailLogin'
  | 'EmailVerifyDevice'
  | 'EmailVerifyOtp'
  | 'UpdateEmailWallet'
  | 'UpdateEmailPrimaryOtp'
  | 'UpdateEmailSecondaryOtp'
> = {
  EmailLogin: {
    title: 'viewEmailLogin',
    Component: lazyView(() => import('./EmailLogin.js').then((code) => code.createEmailLogin(EmailForm, Consent))),
  },
  EmailVerifyDevice: {
    title: 'viewEmailVerifyDevice',
    Component: lazyView(() => import('./EmailVerifyDevice.js').then((code) => code.EmailVerifyDevice)),
  },
  EmailVerifyOtp: {
    title: ({ isTaken }, _, strings) => (isTaken ? strings.signingInTitle : strings.viewEmailVerifyOtp),
    Component: lazyView(() => import('./EmailVerifyOtp.js').then((code) => code.EmailVerifyOtp)),
  },
  UpdateEmailWallet: {
    title: 'viewUpdateEmailWallet',
    Component: lazyView(() => import('./UpdateEmailWallet.js').then((code) => code.UpdateEmailWallet)),
  },
  UpdateEmailPrimaryOtp: {
    title: 'viewUpdateEmailPrimaryOtp',
    Component: lazyView(() => import('./UpdateEmailPrimaryOtp.js').then((code) => code.UpdateEmailPrimaryOtp)),
  },
  UpdateEmailSecondaryOtp: {
    title: 'viewUpdateEmailSecondaryOtp',
    Component: lazyView(() => import('./UpdateEmailSecondaryOtp.js').then((code) => code.UpdateEmailSecondaryOtp)),
  },
}
