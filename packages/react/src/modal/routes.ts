import type { Namespace, Network } from '@latchkey/core'

/** Every view of the modal, and what it needs to be shown. */
export type Routes = {
  Connect: { readonly namespace?: Namespace } | undefined
  ConnectingExternal: {
    readonly connectorId: string
    /** The asking that is under way already, which answers with what went wrong; without it the view asks. */
    readonly asked?: Promise<Error | undefined>
  }
  Account: undefined
  Networks: undefined
  SwitchNetwork: { readonly network: Network }
  SwitchActiveChain: {
    readonly switchToChain: Namespace
    readonly navigateTo: 'Connect'
    readonly navigateWithReplace: true
    readonly network: Network
  }
  UnsupportedChain: undefined
  ProfileWallets: undefined
  WalletReceive: undefined
  WalletSend: undefined
  WalletSendSelectToken: undefined
  WalletSendPreview: undefined
  WalletSendConfirmed: undefined
}

/** The name of a view. */
export type View = keyof Routes

/** One entry of the modal's history: a view with what it needs. */
export type Route = { [view in View]: { readonly view: view; readonly data: Routes[view] } }[View]

/** What `open` and `push` take: `data` may be left out where a view needs none. */
export type RouteInput = {
  [view in View]: undefined extends Routes[view]
    ? { readonly view: view; readonly data?: Routes[view] }
    : { readonly view: view; readonly data: Routes[view] }
}[View]

/** Completes what was asked to an entry of the history. */
export function toRoute(input: RouteInput): Route {
  return { view: input.view, data: input.data } as Route
}
