import type { Entries } from '../../entry.js'
import { lazyView } from '../../lazyView.js'

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
    Component: lazyView(() => import('./WalletSend.js').then((code) => code.WalletSend)),
  },
  WalletSendSelectToken: {
    title: 'viewSelectToken',
    Component: lazyView(() => import('./WalletSendSelectToken.js').then((code) => code.WalletSendSelectToken)),
  },
  WalletSendScan: {
    title: 'viewScan',
    Component: lazyView(() => import('./WalletSendScan.js').then((code) => code.WalletSendScan)),
  },
  WalletSendPreview: {
    title: 'viewSendPreview',
    Component: lazyView(() => import('./WalletSendPreview.js').then((code) => code.WalletSendPreview)),
  },
  WalletSendConfirmed: {
    title: 'viewSendConfirmed',
    Component: lazyView(() => import('./WalletSendConfirmed.js').then((code) => code.WalletSendConfirmed)),
  },
  Contacts: {
    title: 'viewContacts',
    Component: lazyView(() => import('./Contacts.js').then((code) => code.Contacts)),
  },
  EditContact: {
    title: 'viewEditContact',
    Component: lazyView(() => import('./EditContact.js').then((code) => code.EditContact)),
  },
}
