import { findProgramAddress } from '@latchkey/protocol/internal/solanaProgramAddress'
import { type Address, getAddressEncoder, getProgramDerivedAddress } from '@solana/kit'
import { expect, it } from 'vitest'

const program = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s' as Address

it('finds the same address as the library of Solana, whatever the seeds', async () => {
  const key = getAddressEncoder()
  for (let count = 0; count < 60; count++) {
    const seed = new Uint8Array(32).fill(count)
    const seeds = [new TextEncoder().encode('metadata'), Uint8Array.from(key.encode(program)), seed]
    const [address] = await getProgramDerivedAddress({ programAddress: program, seeds })
    expect(findProgramAddress(program, seeds)).toBe(address)
  }
})
