// What an app pays for what it imports, in brotli bytes, built from dist as a stranger's bundler would. Limits stand just above
// what was measured, so that what was gained stays gained; a budget of the design is named where it is wider.
const react = 'packages/react/dist/exports/index.js'
const connectors = 'packages/connectors/dist/exports/injected.js'
const peers = ['react', 'react-dom', '@tanstack/react-query']
const app = {
  [react]: '{ arbitrum, base, ConnectButton, createConfig, LatchkeyProvider, mainnet, polygon, useAccount }',
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
  { name: 'page, to the button, React and viem included (budget 95 kB)', import: app, upTo: [], limit: '87 kB' },
  { name: 'page, to the open modal (budget 125 kB)', import: app, upTo: ['Modal.js'], limit: '92 kB' },
  {
    name: 'protocol: error class',
    path: 'packages/protocol/dist/errors.js',
    import: '{ LatchkeyError, fromRpcError }',
    limit: '1.9 kB',
  },
  {
    name: 'core: createConfig, at first',
    path: 'packages/core/dist/exports/index.js',
    import: '{ createConfig }',
    upTo: [],
    limit: '7 kB',
  },
  {
    name: 'core: createConfig, with all that comes later',
    path: 'packages/core/dist/exports/index.js',
    import: '{ createConfig }',
    limit: '57 kB',
  },
  { name: 'core: wagmi', path: 'packages/core/dist/exports/wagmi.js', import: '{ wagmi }', limit: '1.8 kB' },
  {
    name: 'core: networks, one of them',
    path: 'packages/core/dist/exports/networks.js',
    import: '{ mainnet }',
    limit: '0.7 kB',
  },
  {
    name: 'core: eip155, with all that comes later',
    path: 'packages/core/dist/exports/eip155.js',
    import: '{ eip155 }',
    limit: '54 kB',
  },
  { name: 'connectors: injected', path: connectors, import: '{ injected }', limit: '3.8 kB' },
  {
    name: 'react: one hook, without its peers',
    path: react,
    import: '{ useAccount }',
    ignore: peers,
    limit: '0.95 kB',
  },
  {
    name: 'react: all views, without its peers',
    path: react,
    import: '{ LatchkeyProvider, ConnectButton }',
    ignore: peers,
    limit: '43 kB',
  },
  { name: 'react: styles', path: 'packages/react/dist/theme/styles.css', limit: '5 kB' },
]

export default entries.map(({ upTo: names, ...entry }) => ({
  ...entry,
  ...(names ? { modifyEsbuildConfig: upTo(...names) } : {}),
}))
