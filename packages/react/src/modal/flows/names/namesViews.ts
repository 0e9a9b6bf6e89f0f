import type { Entries } from '../../entry.js'
import { lazyView } from '../../lazyView.js'

/** The views of registering a name. */
export const namesViews: Entries<'RegisterAccountName' | 'RegisterAccountNameSuccess'> = {
  RegisterAccountName: {
    title: 'viewRegisterAccountName',
    Component: lazyView(() => import('./RegisterAccountName.js').then((code) => code.RegisterAccountName)),
  },
  RegisterAccountNameSuccess: {
    title: 'viewRegisterAccountNameSuccess',
    noBack: true,
    Component: lazyView(() =>
      import('./RegisterAccountNameSuccess.js').then((code) => code.RegisterAccountNameSuccess),
    ),
  },
}
