import type { Chain, Collectible, ConfiguredChainId, Namespace, TokenBalance, WalletListing } from '@latchkey/core'

/** Every view of the modal, and what it needs to be shown. */
export type Routes = {
  Connect:
    | {
        /** Only wallets of this family. */
        readonly namespace?: Namespace
        /** The wallets in the list, also where `collapseWallets` puts them behind a button. */
        readonly showsWallets?: boolean
        /** The chain to be on; the wallet's own choice when absent. */
        readonly chainId?: ConfiguredChainId
      }
    | undefined
  ConnectingExternal: {
    readonly connectorId: string
    /** The chain to be on; the wallet's own choice when absent. */
    readonly chainId?: ConfiguredChainId
    /** The asking that is under way already, which answers with what went wrong; without it the view asks. */
    readonly asked?: Promise<Error | undefined>
  }
  ConnectingFarcaster:
    | {
        /** The chain to be on; the wallet's own choice when absent. */
        readonly chainId?: ConfiguredChainId
      }
    | undefined
  ConnectingMultiChain: { readonly connectorId: string }
  ConnectingWalletConnect:
    | {
        readonly wallet?: WalletListing
        /** The chain without whose family the wallet is of no use; any of the page's when absent. */
        readonly chainId?: ConfiguredChainId
      }
    | undefined
  AllWallets:
    | {
        /** The chain whose family the wallets must have; any of the page's when absent. */
        readonly chainId?: ConfiguredChainId
      }
    | undefined
  WalletDetails: {
    readonly wallet: WalletListing
    /** The chain to connect it for; any of the page's when absent. */
    readonly chainId?: ConfiguredChainId
  }
  GetWallet:
    | {
        /** The chain whose family the wallets must have; any of the page's when absent. */
        readonly chainId?: ConfiguredChainId
      }
    | undefined
  Account: undefined
  Networks: undefined
  SwitchNetwork: { readonly network: Chain<ConfiguredChainId> }
  SwitchActiveChain: {
    readonly switchToChain: Namespace
    readonly navigateTo: 'Connect'
    readonly navigateWithReplace: true
    readonly network: Chain<ConfiguredChainId>
  }
  UnsupportedChain:
    | {
        /** What the networks that are offered are for; all of the page's when absent. */
        readonly for: 'swaps'
      }
    | undefined
  ActivityDetails: {
    /** Which one of the account's list. */
    readonly activity: string
  }
  TokenDetails: { readonly token: TokenBalance }
  Currencies: undefined
  ProfileWallets: undefined
  Swap: undefined
  SwapSelectToken: { readonly side: 'from' | 'to' }
  SwapPreview: undefined
  SwapProgress: undefined
  WalletReceive: undefined
  OnRampProviders:
    | {
        /** What is to be bought, by its symbol; the first that is sold when absent. */
        readonly symbol: string
      }
    | undefined
  BuyInProgress: {
    /** The purchase to follow; absent where the data API gives it no name. */
    readonly purchaseId: string | undefined
    /** The page on which it is paid. */
    readonly url: string
    readonly provider: string
  }
  Collectible: { readonly collectible: Collectible }
  WalletSend: undefined
  WalletSendSelectToken: undefined
  WalletSendScan: undefined
  WalletSendPreview: undefined
  WalletSendConfirmed: undefined
  Contacts:
    | {
        /** True: one is chosen as the receiver. */
        readonly picks: boolean
      }
    | undefined
  EditContact: {
    readonly namespace: Namespace
    readonly address: string
    /** What it is called, or would be. */
    readonly name?: string
  }
  EmailLogin: undefined
  EmailVerifyDevice: EmailSignInData
  /** `isTaken` once the code was right and the wallet comes to the page. */
  EmailVerifyOtp: EmailSignInData & { readonly isTaken?: boolean }
  UpdateEmailWallet: undefined
  UpdateEmailPrimaryOtp: { readonly newEmail: string }
  UpdateEmailSecondaryOtp: { readonly newEmail: string }
  ApproveTransaction:
    | {
        /** Called once the view stands, so that what covers it comes to lie above. */
        readonly onReady: () => void
      }
    | undefined
  AccountSettings: undefined
  RegisterAccountName:
    | {
        /** What the field begins with. */
        readonly name: string
      }
    | undefined
  RegisterAccountNameSuccess:
    | {
        /** The whole name; that of the connected account when absent. */
        readonly name: string
      }
    | undefined
  SIWXSignMessage: undefined
}

type EmailSignInData = {
  readonly email: string
  /** The chain to be on; the wallet's own choice when absent. */
  readonly chainId?: ConfiguredChainId
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
