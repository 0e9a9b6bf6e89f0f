import type { Entries } from '../../entry.js'
import { lazyView } from '../../lazyView.js'

/** The views of approving and signing in. */
export const signInViews: Entries<'ApproveTransaction' | 'SIWXSignMessage'> = {
  ApproveTransaction: {
    title: 'viewApproveTransaction',
    noBack: true,
    Component: lazyView(() => import('./ApproveTransaction.js').then((code) => code.ApproveTransaction)),
  },
  SIWXSignMessage: {
    title: 'viewSIWXSignMessage',
    noBack: true,
    Component: lazyView(() => import('./SIWXSignMessage.js').then((code) => code.SIWXSignMessage)),
  },
}
