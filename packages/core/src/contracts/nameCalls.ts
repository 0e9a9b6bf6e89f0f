import { LatchkeyError } from '@latchkey/protocol/errors'
import type { Address, Chain, Client, Transport } from 'viem'
import * as viem from 'viem/actions'
import { normalize } from 'viem/ens'
import { toContractError } from './toContractError.js'

type OnChain = Client<Transport, Chain>

async function coded<value>(run: () => Promise<value>): Promise<value> {
  try {
    return await run()
  } catch (cause) {
    throw toContractError(cause)
  }
}

/** The name of an address. */
export function nameOf(client: OnChain, address: Address): Promise<string | null> {
  return coded(() => viem.getEnsName(client, { address }))
}

/** The address behind a name. */
export function addressOf(client: OnChain, name: string): Promise<Address | null> {
  return coded(async () => viem.getEnsAddress(client, { name: normalised(name) }))
}

/** The picture that a name tells; what is no https address is none. */
export function avatarOf(client: OnChain, name: string): Promise<string | null> {
  return coded(async () => {
    const found = await viem.getEnsAvatar(client, { name: normalised(name) })
    // What is drawn as a picture comes from outside, so no other kind of address gets that far.
    return found?.startsWith('https://') ? found : null
  })
}

function normalised(name: string): string {
  try {
    return normalize(name)
  } catch (cause) {
    throw new LatchkeyError('INVALID_PARAMS', 'This cannot be a name of ENS.', { cause })
  }
}
