// What the reader of a sample has already, by the name that samples use for it. A sample that needs anything else imports it.

declare const config: import('@latchkey/core').Config

// What the apps of wagmi in the migration pages take from it: its React half is its core with a provider.
declare module 'wagmi' {
  export const createConfig: typeof import('@wagmi/core').createConfig
  export const http: typeof import('@wagmi/core').http
  export function WagmiProvider(props: {
    readonly config: import('@wagmi/core').Config
    readonly children?: import('react').ReactNode
  }): import('react').ReactNode
}
declare module 'wagmi/chains' {
  export const arbitrum: typeof import('@wagmi/core/chains').arbitrum
  export const base: typeof import('@wagmi/core/chains').base
  export const mainnet: typeof import('@wagmi/core/chains').mainnet
}

// Docstrings inside the server.
declare const answer: Parameters<typeof import('../apps/server/src/rpc/fastPath.js').createFastLane>[0]['answer']
declare const chains: Parameters<
  typeof import('../apps/server/src/platform/upstream/nodes.js').createNodes
>[0]['chains']
declare const clientIp: import('../apps/server/src/platform/http/clientIp.js').ClientIp
declare const deps: Parameters<typeof import('@latchkey/server').createApp>[0] &
  Parameters<typeof import('@latchkey/server').createWalletApp>[0]
declare const half: Uint8Array<ArrayBuffer>
declare const keys: import('../apps/server/src/custody/keys/keyProvider.js').KeyProvider
declare const log: import('../apps/server/src/platform/log/log.js').Log
declare const nodes: import('../apps/server/src/platform/upstream/nodes.js').Nodes
declare const server: import('node:http').Server

// Docstrings of what the wallet's frame, its pages and its server say to each other.
declare const binding: Parameters<typeof import('@latchkey/protocol/internal/hpke').openHpke>[2]
declare const challenge: string
declare const deviceKey: CryptoKey
declare const factorId: string
declare const handlers: Parameters<
  typeof import('@latchkey/protocol/internal/channel').acceptChannel<
    typeof import('@latchkey/protocol/internal/frame').appEvents
  >
>[0]['handlers']
declare const hpkePub: string
declare const id: string
declare const iframe: HTMLIFrameElement & { contentWindow: Window }
declare const kind: 'device'
declare const nonce: string
declare const origins: ReadonlySet<string>
declare const privateKey: Uint8Array<ArrayBuffer>
declare const sealed: Parameters<typeof import('@latchkey/protocol/internal/hpke').openHpke>[1]
declare const serverHalf: Uint8Array<ArrayBuffer>
declare const sessionId: string
declare const userId: string
declare const walletId: string
declare const x: string
declare const y: string

// What comes from a wallet or from a person.
declare const hash: `0x${string}`
declare const key: string
declare const message: string
declare const proof: { message: string; signature: string }
declare const signature: string
declare const to: `0x${string}`
declare const usdc: import('@latchkey/protocol/caip').AccountId

// What the reader of docs/sign-in.md writes.
declare function takeNonce(nonce: string): Promise<boolean>
