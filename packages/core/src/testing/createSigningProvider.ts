import { fromRpcError, LatchkeyError } from '@latchkey/protocol/errors'
import type { Eip1193Provider } from '@latchkey/protocol/rpc'
import type { Hex, LocalAccount, TypedDataDefinition } from 'viem'

/** The second account of anvil and Hardhat, whose key everybody knows. */
const knownKey = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'

/** What a signing provider of a test is made of. */
export type SigningProviderOptions = {
  /** Default: the second account of anvil. */
  readonly account: LocalAccount | undefined
  /** The number of the chain that the wallet is on. */
  readonly chainId: () => number
  /** The RPC URL for transactions and reads. */
  readonly rpcUrl: () => string | undefined
  /** Resolves on approval; called with the requested method. */
  readonly approve: (method: string) => Promise<void>
  readonly switchChain: (chainId: number) => void
}

/** Creates an EIP-1193 provider that signs with a key in memory: messages, typed data and transactions. */
export function createSigningProvider(options: SigningProviderOptions): Eip1193Provider {
  const account = async () => options.account ?? (await import('viem/accounts')).privateKeyToAccount(knownKey)

  async function answer(method: string, params: readonly unknown[]): Promise<unknown> {
    const signer = await account()
    switch (method) {
      case 'eth_accounts':
      case 'eth_requestAccounts':
        return [signer.address]
      case 'eth_chainId':
        return `0x${options.chainId().toString(16)}`
      case 'wallet_switchEthereumChain':
        await options.approve(method)
        options.switchChain(Number((params[0] as { chainId: string }).chainId))
        return null
      case 'personal_sign':
        await options.approve(method)
        return signer.signMessage({ message: { raw: params[0] as Hex } })
      case 'eth_signTypedData_v4': {
        await options.approve(method)
        const data = typeof params[1] === 'string' ? JSON.parse(params[1]) : params[1]
        return signer.signTypedData(data as TypedDataDefinition)
      }
      case 'eth_sendTransaction':
        await options.approve(method)
        return send(signer, params[0] as { to?: Hex; value?: Hex; data?: Hex; gas?: Hex })
      default:
        return ask(method, params)
    }
  }

  async function send(
    signer: LocalAccount,
    { to, value, data, gas }: { to?: Hex; value?: Hex; data?: Hex; gas?: Hex },
  ) {
    const { createWalletClient, defineChain, http } = await import('viem')
    const url = requireUrl()
    const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
    const rpcUrls = { default: { http: [url] } }
    const chain = defineChain({ id: options.chainId(), name: 'Test', nativeCurrency, rpcUrls })
    const client = createWalletClient({ account: signer, chain, transport: http(url) })
    return client.sendTransaction({
      ...(to ? { to } : {}),
      ...(value ? { value: BigInt(value) } : {}),
      ...(data ? { data } : {}),
      ...(gas ? { gas: BigInt(gas) } : {}),
    })
  }

  async function ask(method: string, params: readonly unknown[]): Promise<unknown> {
    const { http } = await import('viem')
    return http(requireUrl())({}).request({ method, params: [...params] })
  }

  function requireUrl(): string {
    const url = options.rpcUrl()
    if (url) return url
    throw new LatchkeyError(
      'NO_RPC_URL',
      'The fake wallet has no node: its chain is not in the networks of the config.',
    )
  }

  return {
    async request({ method, params }: { method: string; params?: unknown }) {
      try {
        return await answer(method, Array.isArray(params) ? params : [])
      } catch (thrown) {
        throw (thrown as { code?: unknown }).code === 4001 ? thrown : fromRpcError(thrown)
      }
    },
  } as Eip1193Provider
}
