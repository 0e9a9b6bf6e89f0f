import type { Host } from '@latchkey/core'
import { badAnswer, type FamilyIdentity, type Grant } from '@latchkey/core/family'
import { fromRpcError, LatchkeyError } from '@latchkey/protocol/errors'
import type { BitcoinNetwork } from '@latchkey/protocol/internal/bitcoin'
import type { AskedWallet } from './bitcoinConnector.js'
import { readBitcoinAccounts, type ToldAddress, wantedNetwork } from './bitcoinWallet.js'
import { bitcoinNetworkOf, readBitcoinNetwork } from './networks.js'
import type { SatsAsk, SatsProvider } from './shapes.js'

const networkNames: { readonly [network in BitcoinNetwork]: string } = {
  mainnet: 'Mainnet',
  testnet: 'Testnet',
  testnet4: 'Testnet4',
  signet: 'Signet',
  regtest: 'Regtest',
}
const purposes = ['payment', 'ordinals']
const events = ['accountChange', 'networkChange']

/** How a wallet that is listed in `window.btc_providers` is asked. */
export function satsWallet(
  host: Host,
  { name }: FamilyIdentity,
  provider: SatsProvider,
  dialect: 'sats' | 'leather',
): AskedWallet {
  const ask: SatsAsk = (method, params) => askSats(name, provider, method, params)

  /** Asks by a newer name of a method, and by the older where the wallet does not know that. */
  async function askEither(newer: readonly [string, unknown?], older: readonly [string, unknown?]): Promise<unknown> {
    try {
      return await ask(...newer)
    } catch (thrown) {
      if (fromRpcError(thrown).code !== 'UNSUPPORTED_METHOD') throw thrown
      return ask(...older)
    }
  }

  async function silently(): Promise<Grant | null | undefined> {
    try {
      return toGrant(name, await ask('wallet_getAccount'))
    } catch (thrown) {
      const { code } = fromRpcError(thrown)
      if (code === 'UNAUTHORIZED') return null
      if (code === 'UNSUPPORTED_METHOD') return undefined
      throw thrown
    }
  }

  return {
    async ask(asking, chainId) {
      if (asking !== 'open') return silently()
      const network = wantedNetwork(chainId)
      const message = host.metadata?.name
      const said = message ? { message } : {}
      const wished = { addresses: purposes, ...said, ...(network ? { network: networkNames[network] } : {}) }
      return toGrant(name, await askEither(['wallet_connect', wished], ['getAddresses', { purposes, ...said }]))
    },
    listen(changed, gone) {
      const stops: unknown[] = []
      for (const event of events) stops.push(provider.addListener?.(event, changed))
      stops.push(provider.addListener?.('disconnect', gone))
      return () => {
        for (const stop of stops) if (typeof stop === 'function') stop()
      }
    },
    async switchTo(network) {
      const wanted = networkNames[bitcoinNetworkOf(network.caipNetworkId)]
      try {
        await ask('wallet_changeNetwork', { name: wanted })
      } catch (thrown) {
        const { code } = fromRpcError(thrown)
        if (code !== 'UNSUPPORTED_METHOD' && code !== 'INVALID_PARAMS') throw thrown
        throw new LatchkeyError('CHAIN_SWITCH_REFUSED', `${name} cannot change its network from here.`, {
          cause: thrown,
          hints: [`Choose ${network.name} in the wallet itself.`],
        })
      }
    },
    async forget() {
      await askEither(['wallet_disconnect'], ['wallet_renouncePermissions'])
    },
    async provider(accounts) {
      const { satsProvider } = await import('./satsProvider.js')
      return satsProvider(name, ask, dialect, accounts)
    },
  }
}

async function askSats(name: string, provider: SatsProvider, method: string, params?: unknown): Promise<unknown> {
  let answer: unknown
  try {
    answer = params === undefined ? await provider.request(method) : await provider.request(method, params)
  } catch (thrown) {
    throw readSatsError(thrown)
  }
  if (typeof answer !== 'object' || answer === null) throw badAnswer(name, 'an answer to the request')
  const { error, result } = answer as { error?: unknown; result?: unknown }
  if (error !== undefined && error !== null) throw readSatsError(error)
  if (result === undefined) throw badAnswer(name, 'an answer to the request')
  return result
}

/** The convention has meanings of its own for three numbers, which elsewhere mean other things. */
function readSatsError(thrown: unknown): unknown {
  const layer = (thrown as { error?: unknown } | null)?.error ?? thrown
  const { code, message } = (layer ?? {}) as { code?: unknown; message?: unknown }
  const options = { cause: layer }
  if (code === -32000) return new LatchkeyError('USER_REJECTED', 'The request was rejected in the wallet.', options)
  if (code === -32001 || code === -32601)
    return new LatchkeyError('UNSUPPORTED_METHOD', 'The wallet does not know this method.', options)
  // There is no number for a request that is open already: wallets say it under one of these.
  if ((code === -32002 || code === -32603) && /already|pending/i.test(String(message)))
    return new LatchkeyError(
      'CONNECTION_PENDING',
      'A request is already open in the wallet. Open it and answer there.',
      options,
    )
  if (code === -32002) return new LatchkeyError('UNAUTHORIZED', 'The wallet has not allowed this page.', options)
  return layer
}

function toGrant(name: string, result: unknown): Grant {
  const { addresses: inner, network } = (result ?? {}) as { addresses?: unknown; network?: unknown }
  const listed = Array.isArray(result) ? result : inner
  if (!Array.isArray(listed)) throw badAnswer(name, 'accounts')
  const addresses = listed.filter(isBitcoin).map(readAddress)
  const chain = (network as { bitcoin?: { name?: unknown } } | undefined)?.bitcoin?.name
  return { accounts: readBitcoinAccounts(name, addresses, readBitcoinNetwork(chain)) }
}

/** Wallets of the convention tell addresses of other coins and layers in the same list. */
function isBitcoin(entry: unknown): boolean {
  const { symbol, purpose } = (entry ?? {}) as { symbol?: unknown; purpose?: unknown }
  return (
    (symbol === undefined || symbol === 'BTC') && purpose !== 'stacks' && purpose !== 'starknet' && purpose !== 'spark'
  )
}

function readAddress(entry: unknown): ToldAddress {
  const { address, publicKey, derivationPath, purpose } = (entry ?? {}) as { [field: string]: unknown }
  const type = purpose === 'payment' ? 'payment' : purpose === 'ordinals' ? 'ordinal' : undefined
  return { address, publicKey, path: derivationPath, type }
}
