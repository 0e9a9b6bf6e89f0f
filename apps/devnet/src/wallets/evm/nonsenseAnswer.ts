const answers: { readonly [method: string]: unknown } = {
  eth_accounts: {},
  eth_requestAccounts: {},
  eth_chainId: 'banana',
  net_version: { version: 'banana' },
  personal_sign: 42,
  eth_signTypedData_v4: null,
  eth_sendTransaction: { hash: 'yes' },
  wallet_switchEthereumChain: 'perhaps',
  wallet_addEthereumChain: [],
  wallet_requestPermissions: 'all of them',
  wallet_getPermissions: 7,
}

/** What a wallet answers that has lost its mind: the wrong type for every method. */
export function nonsenseAnswer(method: string): unknown {
  return Object.hasOwn(answers, method) ? answers[method] : ['banana', { banana: true }]
}
