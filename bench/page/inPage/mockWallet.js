// A wallet that answers at once, announced by EIP-6963. It stays out of `window.ethereum`, and its permission survives a reload.
{
  const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'.toLowerCase()
  const key = 'mock-wallet-allowed'
  const listeners = new Map()
  let chainId = '0x1'

  const isAllowed = () => localStorage.getItem(key) === 'yes'
  const allow = () => localStorage.setItem(key, 'yes')
  const permission = () => [
    {
      invoker: location.origin,
      parentCapability: 'eth_accounts',
      caveats: [{ type: 'restrictReturnedAccounts', value: [address] }],
    },
  ]
  const answers = {
    eth_requestAccounts() {
      allow()
      return [address]
    },
    eth_accounts: () => (isAllowed() ? [address] : []),
    eth_chainId: () => chainId,
    net_version: () => String(Number(chainId)),
    wallet_requestPermissions() {
      allow()
      return permission()
    },
    wallet_getPermissions: () => (isAllowed() ? permission() : []),
    wallet_revokePermissions() {
      localStorage.removeItem(key)
      return null
    },
    wallet_switchEthereumChain([chain]) {
      chainId = chain.chainId
      for (const listener of listeners.get('chainChanged') ?? []) listener(chainId)
      return null
    },
    wallet_getCapabilities: () => ({}),
    eth_getBalance: () => '0xde0b6b3a7640000',
    eth_blockNumber: () => '0x1312d00',
    eth_call: () => '0x',
    eth_getCode: () => '0x',
    eth_gasPrice: () => '0x3b9aca00',
    eth_getTransactionCount: () => '0x0',
  }

  const provider = {
    async request({ method, params }) {
      if (!Object.hasOwn(answers, method)) throw Object.assign(new Error(`${method} is not known`), { code: 4200 })
      return answers[method](params)
    },
    on(event, listener) {
      listeners.set(event, [...(listeners.get(event) ?? []), listener])
      return provider
    },
    removeListener(event, listener) {
      listeners.set(
        event,
        (listeners.get(event) ?? []).filter((known) => known !== listener),
      )
      return provider
    },
  }
  const icon = `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96"><rect width="96" height="96" rx="20" fill="#0a7"/></svg>')}`
  const info = Object.freeze({
    uuid: '6f1d9a52-2a7c-4f0b-9c6e-3d2f8e1b7a40',
    name: 'Mock Wallet',
    icon,
    rdns: 'org.example.mock',
  })
  const detail = Object.freeze({ info, provider })
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))

  if (location.protocol.startsWith('http')) {
    window.addEventListener('eip6963:requestProvider', announce)
    announce()
  }
}
