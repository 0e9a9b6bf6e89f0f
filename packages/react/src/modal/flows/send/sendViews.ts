import type { Entries } from '../../entry.js'
import { laterView } from '../../laterView.js'

/** The views of sending. */
export const sendViews: Entries<
  | 'WalletSend'
  | 'WalletSendSelectToken'
  | 'WalletSendScan'
  | 'WalletSendPreview'
  | 'WalletSendConfirmed'
  | 'Contacts'
  | 'EditContact'
> = {
  WalletSend: {
    title: 'viewSend',
    Component: laterView(() => import('./WalletSend.js').then((code) => code.WalletSend)),
  },
  WalletSendSelectToken: {
    title: 'viewSelectToken',
    Component: laterView(() => import('./WalletSendSelectToken.js').then((code) => code.WalletSendSelectToken)),
  },
  WalletSendScan: {
    title: 'viewScan',
    Component: laterView(() => import('./WalletSendScan.js').then((code) => code.WalletSendScan)),
  },
  WalletSendPreview: {
    title: 'viewSendPreview',
    Component: laterView(() => import('./WalletSendPreview.js').then((code) => code.WalletSendPreview)),
  },
  WalletSendConfirmed: {
    title: 'viewSendConfirmed',
    Component: laterView(() => import('./WalletSendConfirmed.js').then((code) => code.WalletSendConfirmed)),
  },
  Contacts: {
    title: 'viewContacts',
    Component: laterView(() => import('./Contacts.js').then((code) => code.Contacts)),
  },
  EditContact: {
    title: 'viewEditContact',
    Component: laterView(() => import('./EditContact.js').then((code) => code.EditContact)),
  },
}
