// What an app pays for what it imports, in brotli bytes, built from dist as a stranger's bundler would. Limits stand just above
// what was measured, so that what was gained stays gained; a budget of the design is named where it is wider.
const react = 'packages/react/dist/exports/index.js'
const connectors = 'packages/connectors/dist/exports/injected.js'
const embedded = 'packages/connectors/dist/exports/embedded.js'
const walletConnect = 'packages/connectors/dist/exports/walletConnect.js'
const peers = ['react', 'react-dom', '@tanstack/react-query']
const app = {
  [react]: '{ arbitrum, base, ConnectButton, createConfig, LatchkeyProvider, mainnet, polygon, useConnection }',
  [connectors]: '{ injected }',
  'node_modules/react-dom/client.js': '{ createRoot }',
}

// What is imported later is not paid at first: those imports stay out, but for the ones named.
function upTo(...names) {
  const leaveOut = {
    name: 'leave-out-what-comes-later',
    setup: (build) =>
      build.onResolve({ filter: /.*/ }, ({ kind, path }) =>
        kind === 'dynamic-import' && !names.some((name) => path.endsWith(name)) ? { path, external: true } : undefined,
      ),
  }
  return (config) => ({
    ...config,
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [leaveOut, ...(config.plugins ?? [])],
  })
}

const entries = [
  { name: 'page, to the button, React and viem included (budget 95 kB)', import: app, upTo: [], limit: '88.9 kB' },
  { name: 'page, to the open modal (budget 125 kB)', import: app, upTo: ['Modal.js'], limit: '100.8 kB' },
  {
    name: 'protocol: error class',
    path: 'packages/protocol/dist/errors.js',
    import: '{ LatchkeyError, fromRpcError }',
    limit: '1.95 kB',
  },
  {
    name: 'core: createConfig, at first',
    path: 'packages/core/dist/exports/index.js',
    import: '{ createConfig }',
    upTo: [],
    limit: '8.05 kB',
  },
  {
    name: 'core: createConfig, with all that comes later',
    path: 'packages/core/dist/exports/index.js',
    import: '{ createConfig }',
    limit: '59 kB',
  },
  {
    name: 'core: cloudSignIn, at first',
    path: 'packages/core/dist/exports/index.js',
    import: '{ cloudSignIn }',
    upTo: [],
    limit: '2.45 kB',
  },
  {
    name: 'core: contracts, a read and a write at first, viem’s client included',
    path: 'packages/core/dist/exports/contracts.js',
    import: '{ readContract, writeContract }',
    upTo: [],
    limit: '4.85 kB',
  },
  {
    name: 'core: contracts, a read and a write with all that comes later',
    path: 'packages/core/dist/exports/contracts.js',
    import: '{ readContract, writeContract }',
    limit: '63.6 kB',
  },
  { name: 'core: wagmi', path: 'packages/core/dist/exports/wagmi.js', import: '{ wagmi }', limit: '1.9 kB' },
  {
    name: 'core: networks, one of them',
    path: 'packages/core/dist/exports/chains.js',
    import: '{ mainnet }',
    limit: '0.85 kB',
  },
  {
    name: 'core: eip155, with all that comes later',
    path: 'packages/core/dist/exports/eip155.js',
    import: '{ eip155 }',
    limit: '54 kB',
  },
  // A family costs only those who name it: at first, and with all that its actions load.
  {
    name: 'bitcoin, at first, with the wallets of the page',
    path: 'packages/bitcoin/dist/exports/index.js',
    import: '{ bitcoin }',
    upTo: [],
    limit: '12.3 kB',
  },
  {
    name: 'bitcoin, with all that comes later, the check of sign-ins included',
    path: 'packages/bitcoin/dist/exports/index.js',
    import: '{ bitcoin }',
    limit: '65.9 kB',
  },
  {
    name: 'polkadot, at first, with the wallets of the page',
    path: 'packages/polkadot/dist/exports/index.js',
    import: '{ polkadot }',
    upTo: [],
    limit: '9.55 kB',
  },
  {
    name: 'polkadot, with all that comes later, the check of sign-ins included',
    path: 'packages/polkadot/dist/exports/index.js',
    import: '{ polkadot }',
    limit: '48.1 kB',
  },
  {
    name: 'cosmos, at first, with the wallets of the page',
    path: 'packages/cosmos/dist/exports/index.js',
    import: '{ cosmos }',
    upTo: [],
    limit: '7.65 kB',
  },
  {
    name: 'cosmos, with all that comes later, the check of sign-ins included',
    path: 'packages/cosmos/dist/exports/index.js',
    import: '{ cosmos }',
    limit: '28 kB',
  },
  {
    name: 'solana, at first, with the wallets of the page',
    path: 'packages/solana/dist/exports/index.js',
    import: '{ solana }',
    upTo: [],
    limit: '6.3 kB',
  },
  {
    name: 'solana, with all that comes later, its library and the check of sign-ins included',
    path: 'packages/solana/dist/exports/index.js',
    import: '{ solana }',
    limit: '50.2 kB',
  },
  { name: 'connectors: injected', path: connectors, import: '{ injected }', limit: '3.95 kB' },
  {
    name: 'connectors: embedded, at first (budget 8 kB)',
    path: embedded,
    import: '{ embedded }',
    upTo: [],
    limit: '7.5 kB',
  },
  {
    name: 'connectors: embedded, with the schemas that come with the frame, and signing in to the page',
    path: embedded,
    import: '{ embedded }',
    limit: '26.85 kB',
  },
  {
    name: 'connectors: walletConnect, at first',
    path: walletConnect,
    import: '{ walletConnect }',
    upTo: [],
    limit: '4.3 kB',
  },
  {
    name: 'connectors: walletConnect, gzip, with its cryptography where the platform has Ed25519 (budget 30 kB)',
    path: walletConnect,
    import: '{ walletConnect }',
    upTo: ['createClient.js'],
    gzip: true,
    limit: '27.9 kB',
  },
  {
    name: 'react: one hook, without its peers',
    path: react,
    import: '{ useConnection }',
    ignore: peers,
    limit: '1.47 kB',
  },
  {
    name: 'react: contracts, a read and a write at first, without its peers',
    path: 'packages/react/dist/exports/contracts.js',
    import: '{ useReadContract, useWriteContract }',
    ignore: peers,
    upTo: [],
    limit: '6.1 kB',
  },
  {
    name: 'react: all views, without its peers',
    path: react,
    import: '{ LatchkeyProvider, ConnectButton }',
    // The reader of codes is measured by itself: a page loads it when it scans in a browser that has none.
    ignore: [...peers, 'viem', 'qr'],
    limit: '140.75 kB',
  },
  {
    name: 'react: the reader of QR codes, where the browser has none',
    path: 'node_modules/qr/decode.js',
    import: '{ decodeQR }',
    limit: '13.3 kB',
  },
  {
    name: 'react: createModal, until it is opened',
    path: 'packages/react/dist/exports/modal.js',
    import: '{ createModal }',
    ignore: peers,
    upTo: [],
    limit: '8.2 kB',
  },
  {
    name: 'react: latchkeyConnector for wagmi, until it asks',
    path: 'packages/react/dist/exports/wagmi.js',
    import: '{ latchkeyConnector }',
    ignore: [...peers, 'viem'],
    upTo: [],
    limit: '12.1 kB',
  },
  { name: 'react: styles', path: 'packages/react/dist/theme/styles.css', limit: '8.1 kB' },
]

export default entries.map(({ upTo: names, ...entry }) => ({
  ...entry,
  ...(names ? { modifyEsbuildConfig: upTo(...names) } : {}),
}))
