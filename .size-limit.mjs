// What an app pays for what it imports, in brotli bytes, built from dist as a stranger's bundler would. Budgets are ceilings:
// where one is beaten for good, lower it here.
const peers = ['react', 'react-dom', '@tanstack/react-query']

export default [
  {
    name: 'protocol: the error class',
    path: 'packages/protocol/dist/errors.js',
    import: '{ LatchkeyError, fromRpcError }',
    limit: '2.5 kB',
  },
  {
    name: 'core: createConfig (with viem)',
    path: 'packages/core/dist/exports/index.js',
    import: '{ createConfig }',
    limit: '60 kB',
  },
  {
    name: 'connectors: injected',
    path: 'packages/connectors/dist/exports/injected.js',
    import: '{ injected }',
    limit: '8 kB',
  },
  {
    name: 'react: provider, button and the modal behind it, without React and Query',
    path: 'packages/react/dist/exports/index.js',
    import: '{ LatchkeyProvider, ConnectButton }',
    ignore: peers,
    limit: '95 kB',
  },
]
