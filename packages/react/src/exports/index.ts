'use client'
export { createConfig } from '@latchkey/core'
export { arbitrum, base, mainnet, optimism, polygon, sepolia } from '@latchkey/core/chains'
export { AccountButton, type AccountButtonProps } from '../components/AccountButton.js'
export { ChainButton, type ChainButtonProps } from '../components/ChainButton.js'
export { ConnectButton, type ConnectButtonProps, type ConnectButtonRenderProps } from '../components/ConnectButton.js'
export { useAccountState } from '../hooks/useAccountState.js'
export { type UseAddressLabelsReturnType, useAddressLabels } from '../hooks/useAddressLabels.js'
export { type UseBalanceParameters, useBalance } from '../hooks/useBalance.js'
export { type UseBalancesParameters, useBalances } from '../hooks/useBalances.js'
export { type UseChainParameters, type UseChainReturnType, useChain } from '../hooks/useChain.js'
export { type LoadedCollectibles, type UseCollectiblesParameters, useCollectibles } from '../hooks/useCollectibles.js'
export { useConfig } from '../hooks/useConfig.js'
export { type UseConnectParameters, useConnect } from '../hooks/useConnect.js'
export { type UseConnectionParameters, type UseConnectionReturnType, useConnection } from '../hooks/useConnection.js'
export { useConnections } from '../hooks/useConnections.js'
export { type UseConnectorsReturnType, useConnectors } from '../hooks/useConnectors.js'
export { type UseContactsReturnType, useContacts } from '../hooks/useContacts.js'
export { type UseCurrencyReturnType, useCurrency } from '../hooks/useCurrency.js'
export { useCurrentTab } from '../hooks/useCurrentTab.js'
export { type UseDisconnectParameters, useDisconnect } from '../hooks/useDisconnect.js'
export { type UseEmbeddedReturnType, useEmbedded } from '../hooks/useEmbedded.js'
export {
  type UseFarcasterSignInParameters,
  type UseFarcasterSignInReturnType,
  useFarcasterSignIn,
} from '../hooks/useFarcasterSignIn.js'
export { type UseFiatRatesParameters, useFiatRates } from '../hooks/useFiatRates.js'
export { type UseGrantPermissionsParameters, useGrantPermissions } from '../hooks/useGrantPermissions.js'
export { type UseHistoryParameters, useHistory } from '../hooks/useHistory.js'
export { type UseIdentityParameters, useIdentity } from '../hooks/useIdentity.js'
export { type UseModalReturnType, useModal } from '../hooks/useModal.js'
export { type UseNameSuggestionsParameters, useNameSuggestions } from '../hooks/useNameSuggestions.js'
export { type UseNamesParameters, useNames } from '../hooks/useNames.js'
export { type UseOnrampOptionsParameters, useOnrampOptions } from '../hooks/useOnrampOptions.js'
export { type UseOnrampQuoteParameters, useOnrampQuote } from '../hooks/useOnrampQuote.js'
export {
  type UsePasskeySignInParameters,
  type UsePasskeySignInReturnType,
  usePasskeySignIn,
} from '../hooks/usePasskeySignIn.js'
export { type UsePricesParameters, usePrices } from '../hooks/usePrices.js'
export { type UsePurchaseParameters, usePurchase } from '../hooks/usePurchase.js'
export { type UseQuoteTransferParameters, useQuoteTransfer } from '../hooks/useQuoteTransfer.js'
export { type UseReconnectParameters, useReconnect } from '../hooks/useReconnect.js'
export { type UseRegisterNameParameters, useRegisterName } from '../hooks/useRegisterName.js'
export { type UseReleaseNameParameters, useReleaseName } from '../hooks/useReleaseName.js'
export { type UseRemoteFeaturesParameters, useRemoteFeatures } from '../hooks/useRemoteFeatures.js'
export { type UseRevokeSmartSessionParameters, useRevokeSmartSession } from '../hooks/useRevokeSmartSession.js'
export { type UseSendTransactionParameters, useSendTransaction } from '../hooks/useSendTransaction.js'
export { type UseSendTransferParameters, useSendTransfer } from '../hooks/useSendTransfer.js'
export { type UseSetNameAttributesParameters, useSetNameAttributes } from '../hooks/useSetNameAttributes.js'
export { type UseSignInParameters, type UseSignInReturnType, useSignIn } from '../hooks/useSignIn.js'
export { type UseSignMessageParameters, useSignMessage } from '../hooks/useSignMessage.js'
export { type UseSignOutParameters, useSignOut } from '../hooks/useSignOut.js'
export {
  type UseSignTypedDataParameters,
  type UseSignTypedDataReturnType,
  useSignTypedData,
} from '../hooks/useSignTypedData.js'
export { type UseSmartSessionsParameters, useSmartSessions } from '../hooks/useSmartSessions.js'
export {
  type UseSocialSignInParameters,
  type UseSocialSignInReturnType,
  useSocialSignIn,
} from '../hooks/useSocialSignIn.js'
export { type UseStartPurchaseParameters, useStartPurchase } from '../hooks/useStartPurchase.js'
export { type UseSuggestedWalletsParameters, useSuggestedWallets } from '../hooks/useSuggestedWallets.js'
export { type UseSupportedChainsParameters, useSupportedChains } from '../hooks/useSupportedChains.js'
export { type UseSwitchChainParameters, useSwitchChain } from '../hooks/useSwitchChain.js'
export { type UseSwitchConnectionParameters, useSwitchConnection } from '../hooks/useSwitchConnection.js'
export { type UseThemeReturnType, useTheme } from '../hooks/useTheme.js'
export { type UseUpdateEmailParameters, useUpdateEmail } from '../hooks/useUpdateEmail.js'
export {
  type UseWaitForTransactionReceiptParameters,
  useWaitForTransactionReceipt,
} from '../hooks/useWaitForTransactionReceipt.js'
export { type UseWalletsParameters, useWallets } from '../hooks/useWallets.js'
export type { RouteInput, View } from '../modal/routes.js'
export { type UseToastReturnType, useToast } from '../modal/useToast.js'
export { LatchkeyProvider, type LatchkeyProviderProps } from '../provider.js'
export type { InfiniteQueryParameter } from '../query/infiniteQueryParameter.js'
export type { MutationParameter } from '../query/mutationParameter.js'
export type { QueryParameter } from '../query/queryParameter.js'
export type { Strings } from '../strings/en.js'
export type { ThemeMode, ThemeVariable, ThemeVariables } from '../theme/store.js'
export type { Toast } from '../toasts.js'
