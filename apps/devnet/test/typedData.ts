import { accounts } from '../src/chains/evm/accounts.js'
import { localTokens } from '../src/chains/evm/contractAddresses.js'

/** Typed data of the first local chain, as the tests sign it. */
export const typedData = {
  domain: { name: 'Latchkey', version: '1', chainId: 31337, verifyingContract: localTokens[0].address },
  types: {
    Mail: [
      { name: 'to', type: 'address' },
      { name: 'amount', type: 'uint256' },
      { name: 'text', type: 'string' },
    ],
  },
  primaryType: 'Mail',
  message: { to: accounts[1]?.address, amount: '1000000000000000000', text: 'Hello' },
} as const
