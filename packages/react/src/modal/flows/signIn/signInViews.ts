import type { Entries } from '../../entry.js'
import { laterView } from '../../laterView.js'

/** The views of approving and signing in. */
export const signInViews: Entries<'ApproveTransaction' | 'SIWXSignMessage'> = {
  ApproveTransaction: {
    title: 'viewApproveTransaction',
    noBack: true,
    Component: laterView(() => import('./ApproveTransaction.js').then((code) => code.ApproveTransaction)),
  },
  SIWXSignMessage: {
    title: 'viewSIWXSignMessage',
    noBack: true,
    Component: laterView(() => import('./SIWXSignMessage.js').then((code) => code.SIWXSignMessage)),
  },
}
