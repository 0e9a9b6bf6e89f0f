// What the right column of the migration pages may name; guards/migrations.ts turns each row into reads of these.

type EntryPoints =
  | typeof import('@latchkey/bitcoin')
  | typeof import('@latchkey/connectors/embedded')
  | typeof import('@latchkey/connectors/injected')
  | typeof import('@latchkey/connectors/walletConnect')
  | typeof import('@latchkey/core')
  | typeof import('@latchkey/solana')
  | typeof import('@latchkey/core/wagmi')
  | typeof import('@latchkey/react')
  | typeof import('@latchkey/react/contracts')
  | typeof import('@latchkey/react/modal')
  | typeof import('@latchkey/react/wagmi')
type Hooks = typeof import('@latchkey/react')
type Given<hook extends keyof Hooks> = Hooks[hook] extends (...parameters: never) => infer given ? given : never

/** What has the options and the members that a page names, by what an app calls it. */
type Owners =
  | import('@latchkey/connectors/embedded').EmbeddedParameters
  | import('@latchkey/connectors/walletConnect').WalletConnectParameters
  | import('@latchkey/core').ApiOptions
  | import('@latchkey/core').Chain
  | import('@latchkey/core').Config
  | import('@latchkey/core').Config['events']
  | import('@latchkey/core').ConfigEvent
  | import('@latchkey/core').Connector
  | import('@latchkey/core').CreateConfigParameters
  | import('@latchkey/core').EmbeddedState
  | import('@latchkey/core').EmbeddedWallet
  | import('@latchkey/core').Features
  | import('@latchkey/core').GetBalanceParameters
  | import('@latchkey/core').GetBalanceReturnType
  | import('@latchkey/core').GetWalletsParameters
  | import('@latchkey/core').LatchkeyError
  | import('@latchkey/core').LocalSignInOptions
  | import('@latchkey/core').Metadata
  | import('@latchkey/core').NamedWallets
  | import('@latchkey/core').PairingConnector
  | import('@latchkey/core').SignInAdapter
  | import('@latchkey/core').SignInStore
  | import('@latchkey/core').SwitchChainParameters
  | import('@latchkey/core').WalletListing
  | import('@latchkey/core/wagmi').LatchkeyConnectorParameters
  | import('@latchkey/react').ChainButtonProps
  | import('@latchkey/react').ConnectButtonProps
  | import('@latchkey/react').ConnectButtonRenderProps
  | import('@latchkey/react').LatchkeyProviderProps
  | import('@latchkey/react').RouteInput
  | import('@latchkey/react').Strings
  | import('@latchkey/react').UseModalReturnType
  | import('@latchkey/react').UseSignInParameters
  | import('@latchkey/react/modal').Modal
  | NonNullable<import('@latchkey/react').UseConnectParameters['mutation']>
  | NonNullable<import('@latchkey/react').RouteInput['data']>
  | { readonly Custom: typeof import('@latchkey/react').ConnectButton.Custom }
  | Given<
      | 'useAccountState'
      | 'useChain'
      | 'useConnect'
      | 'useConnection'
      | 'useConnectors'
      | 'useEmbedded'
      | 'useIdentity'
      | 'useSignIn'
      | 'useTheme'
      | 'useToast'
    >
  | import('@latchkey/core').GetIdentityReturnType
type KeysOf<owner> = owner extends unknown ? keyof owner : never

/** Types that an app names. */
type Types = {
  Connector: import('@latchkey/core').Connector
  LatchkeyError: import('@latchkey/core').LatchkeyError
  SignInAdapter: import('@latchkey/core').SignInAdapter
  UseModalReturnType: import('@latchkey/react').UseModalReturnType
}

/** Exports and options of ours. */
type Ours = { readonly [name in KeysOf<EntryPoints> | KeysOf<Owners> | keyof Types]: true }
declare const ours: Ours

/** What options of ours may be, as text. */
type Words = {
  readonly [text in
    | import('@latchkey/core').ConfigEvent['type']
    | import('@latchkey/core').ConnectMethod
    | import('@latchkey/core').ConnectorType
    | import('@latchkey/core').Namespace
    | import('@latchkey/react').ThemeMode
    | import('@latchkey/react').View
    | NonNullable<import('@latchkey/react').ConnectButtonProps['size']>
    | ReturnType<typeof import('@latchkey/react').useConnection>['status']]: true
}
declare const words: Words
