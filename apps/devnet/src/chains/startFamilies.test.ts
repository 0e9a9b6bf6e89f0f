import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { describe, expect, it } from 'vitest'
import type { FamilyChain, StartFamilyChainOptions } from './familyChain.js'
import { type FamilyName, startFamilies } from './startFamilies.js'

describe('startFamilies', () => {
  it('behavior: what this machine cannot run is named and left out, and the others start in folders of their own', async () => {
    const folders: (string | undefined)[] = []
    const lines: string[] = []
    const missing: FamilyName[] = []
    const start = (chainId: FamilyChain['chainId']) => async (options: StartFamilyChainOptions) => {
      folders.push(options.stateDir)
      return chain(chainId, options.port)
    }
    const stateDir = mkdtempSync(join(tmpdir(), 'devnet-families-'))
    const started = await startFamilies(
      {
        ports: { solana: 1, bitcoin: 2, polkadot: 3, cosmos: 4 },
        stateDir,
        log: (line) => lines.push(line),
        part: (_name, run) => run(),
        missing: (name) => missing.push(name),
      },
      {
        solana: () => Promise.reject(new LatchkeyError('INVALID_CONFIG', 'This machine has no local Solana')),
        bitcoin: start('bip122:a'),
        polkadot: start('polkadot:a'),
        cosmos: start('cosmos:a'),
      },
    )
    rmSync(stateDir, { recursive: true })
    expect(started.map(({ chainId, url }) => [chainId, url])).toEqual([
      ['bip122:a', 'http://127.0.0.1:2'],
      ['polkadot:a', 'http://127.0.0.1:3'],
      ['cosmos:a', 'http://127.0.0.1:4'],
    ])
    expect(folders).toEqual(['bitcoin', 'polkadot', 'cosmos'].map((name) => join(stateDir, name)))
    expect(lines).toEqual(['The world goes on without solana: This machine has no local Solana'])
    expect(missing).toEqual(['solana'])
  })
})

function chain(chainId: FamilyChain['chainId'], port: number | undefined): FamilyChain {
  return {
    chainId,
    name: 'Local',
    nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 8 },
    url: `http://127.0.0.1:${port}`,
    tokens: [],
    fund: async () => [],
    stop: async () => {},
  }
}
