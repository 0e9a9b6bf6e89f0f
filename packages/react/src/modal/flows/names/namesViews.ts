import type { Entries } from '../../entry.js'
import { laterView } from '../../laterView.js'

/** The views of registering a name. */
export const namesViews: Entries<'RegisterAccountName' | 'RegisterAccountNameSuccess'> = {
  RegisterAccountName: {
    title: 'viewRegisterAccountName',
    Component: laterView(() => import('./RegisterAccountName.js').then((code) => code.RegisterAccountName)),
  },
  RegisterAccountNameSuccess: {
    title: 'viewRegisterAccountNameSuccess',
    noBack: true,
    Component: laterView(() =>
      import('./RegisterAccountNameSuccess.js').then((code) => code.RegisterAccountNameSuccess),
    ),
  },
}
