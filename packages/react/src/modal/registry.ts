import type { Entries } from './entry.js'
import { accountViews } from './flows/account/accountViews.js'
import { buyViews } from './flows/buy/buyViews.js'
import { chainsViews } from './flows/chains/chainsViews.js'
import { connectViews } from './flows/connect/connectViews.js'
import { emailViews } from './flows/email/emailViews.js'
import { namesViews } from './flows/names/namesViews.js'
import { sendViews } from './flows/send/sendViews.js'
import { signInViews } from './flows/signIn/signInViews.js'
import { socialViews } from './flows/social/socialViews.js'
import { swapViews } from './flows/swap/swapViews.js'
import type { View } from './routes.js'

/** Every view of the modal, by the flow that owns it. */
export const registry: Entries<View> = {
  ...connectViews,
  ...socialViews,
  ...emailViews,
  ...accountViews,
  ...chainsViews,
  ...swapViews,
  ...buyViews,
  ...sendViews,
  ...namesViews,
  ...signInViews,
}
