/**
 * Limits and cache lifetimes that several packages share, in milliseconds unless the name says otherwise.
 * The source of each is the product specification, sections 4, 5 and 9.
 */

/** How long a failed balance load holds back the next request, in milliseconds. */
export const balanceRetryGate = 30_000
/** How long portfolio balances stay fresh, in milliseconds. */
export const portfolioFresh = 30_000
/** How long rates between currencies of states stay fresh, in milliseconds. */
export const fiatRatesFresh = 600_000
/** How long a native balance stays fresh, in milliseconds. */
export const nativeBalanceFresh = 30_000
/** How long a resolved name stays fresh, in milliseconds. */
export const nameFresh = 300_000
/** How long an identity (name and avatar) stays fresh, in milliseconds. */
export const identityFresh = 300_000
/** How long a page of an account's history stays fresh, in milliseconds. */
export const historyFresh = 15_000

/** How many recently used wallets are kept. */
export const recentWallets = 2
/** How many wallets a page of the directory holds. */
export const walletPageSize = 40
/** How many wallets are recommended before anything is searched. */
export const recommendedWallets = 4
/** How many wallets a search of the directory returns. */
export const walletSearchSize = 100
/** After how many notifications a pending-transaction watcher ends. */
export const pendingTransactions = 99
/** How often a pending-transaction watcher looks, in milliseconds. */
export const pendingTransactionsInterval = 30_000

/** How long an HTTP JSON-RPC call may take, in milliseconds. */
export const rpcTimeout = 10_000
/** How many requests one JSON-RPC batch may hold. */
export const rpcBatchSize = 1000
/** How often a failed JSON-RPC call is tried again. */
export const rpcRetryCount = 3
/** The delay before the first JSON-RPC retry, in milliseconds; it doubles each time. */
export const rpcRetryDelay = 150
/** How several RPC URLs of one network are ranked: every 4 s, over 10 samples, 0.7 stability and 0.3 latency. */
export const rpcRank = { interval: 4_000, sampleCount: 10, timeout: 1_000, weights: { stability: 0.7, latency: 0.3 } }

/** How long no node may know an EVM transaction that one has known, until it counts as dropped, in milliseconds. */
export const transactionDroppedAfter = 30_000
/** The same for one that no node has ever known: a wallet may have handed it to somebody who keeps it to themselves. */
export const transactionUnseenAfter = 600_000

/** How long the modal waits for an image before it goes on without it, in milliseconds. */
export const imagePreload = 2_000
/** How long a disconnect waits for a wallet or frame to sign out, in milliseconds. */
export const signOutTimeout = 3_000

/** How long the refusal shake of the modal lasts, in milliseconds. */
export const modalShake = 500
/** How long one view takes to give way to the next, in milliseconds. */
export const viewTransition = 150
/** How long the modal takes to grow or shrink to a new view, in milliseconds. */
export const heightAnimation = 150
/** How long the header takes to change its text, in milliseconds. */
export const headerTransition = 120
/** How long a toast waits after it has replaced an open one, in milliseconds. */
export const toastReplacement = 150

/** How many decimals balances and quantities are shown with. */
export const shownDecimals = 3

/** How long a wallet may take to answer a request to connect or to switch network, in milliseconds. */
export const connectTimeout = 120_000
/** How long a wallet may take to answer a request to sign or to send, in milliseconds: people read before they sign. */
export const signTimeout = 600_000
/** How long a page waits for the wallet of the last visit to announce itself before it shows as disconnected, in milliseconds. */
export const reconnectTimeout = 3_000

/** How long the embedded wallet's frame may load before the person is told that it is slow, in milliseconds. */
export const frameSlow = 5_000
/** How long the embedded wallet's frame may take to say that it is ready, in milliseconds. */
export const frameLoadTimeout = 20_000
/** How long the page waits after the frame said that it is ready, in milliseconds. */
export const frameSettle = 500
/** How long the embedded wallet may take to answer a request to sign in, in milliseconds. */
export const frameRequestTimeout = 120_000
/** How long a person waits before another e-mail to sign in with is sent, in milliseconds. */
export const emailCooldown = 30_000

/** How long a pairing with a wallet on another device is shown, in milliseconds. */
export const pairingLife = 240_000
/** With how much of its life left a pairing is treated as expired, in milliseconds. */
export const pairingMargin = 10_000
/** How long a page goes on offering fresh pairings to nobody, in milliseconds. */
export const pairingRenewal = 3_600_000
