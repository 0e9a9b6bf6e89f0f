import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { nodeCall } from '../chains/evm/nodeCall.js'
import { startEvmChains } from '../chains/evm/startEvmChains.js'
import { solanaAccounts } from '../chains/solana/accounts.js'
import { startSolanaChain } from '../chains/solana/startSolanaChain.js'
import { createWalletHost, startWalletHost } from './startWalletHost.js'

const chains = [{ chainId: 31337, url: 'http://127.0.0.1:8545', name: 'Local </script> Ethereum' }]

describe('startWalletHost', () => {
  it('behavior: serves one script to pages of every origin', async () => {
    const host = await startWalletHost({ chains })
    const answer = await fetch(host.scriptUrl, { headers: { origin: 'https://app.example' } })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    const script = await answer.text()
    expect(script).toContain('dev.latchkey.testwallet')
    expect(script).not.toMatch(/^\s*(import|export)\s/m)
    expect(script).not.toContain('</script>')

    const again = await fetch(host.scriptUrl, { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } })
    expect(again.status).toBe(304)
    expect((await fetch(`${host.url}/other`)).status).toBe(404)
    expect((await fetch(host.scriptUrl, { method: 'POST' })).status).toBe(404)
    await host.stop()
    await expect(fetch(host.scriptUrl)).rejects.toThrow('fetch failed')
  })

  it('behavior: a taken port gives way to a free one', async () => {
    const holder = createServer()
    const port = await new Promise<number>((resolve) => {
      holder.listen(0, '127.0.0.1', () => resolve((holder.address() as { port: number }).port))
    })
    const host = await startWalletHost({ chains, port })
    expect(host.url).not.toContain(String(port))
    await host.stop()
    await new Promise((resolve) => holder.close(resolve))
  })

  it('behavior: is one fetch handler that can be mounted', async () => {
    expect((await createWalletHost({ chains }).request('/test-wallet.js')).status).toBe(200)
  })

  it('behavior: tops an account up on a real chain, and says what it cannot do', async () => {
    const world = await startEvmChains()
    try {
      const host = createWalletHost({ chains: world.chains })
      const [chain] = world.chains
      const poor = '0x00000000000000000000000000000000000f00d5'
      const ask = (body: unknown) => host.request('/faucet', { method: 'POST', body: JSON.stringify(body) })
      expect((await ask({ chainId: chain.chainId, address: poor })).status).toBe(200)
      const balance = await nodeCall(chain.url, 'eth_getBalance', [poor, 'latest'])
      expect(BigInt(String(balance))).toBe(10n * 10n ** 18n)

      expect((await ask({ chainId: 1, address: poor })).status).toBe(400)
      expect((await ask({ chainId: chain.chainId, address: '0x12' })).status).toBe(400)
      expect((await ask({ chainId: 'solana:local', address: poor })).status).toBe(400)
      expect((await ask(null)).status).toBe(400)
      expect((await host.request('/faucet', { method: 'POST', body: 'nonsense' })).status).toBe(400)
    } finally {
      await world.stop()
    }
  })

  it('behavior: gives on chains of other families, and says what they refuse', async () => {
    const solana = await startSolanaChain()
    const host = await startWalletHost({ chains, families: [solana] })
    try {
      const [, visitor] = solanaAccounts
      const ask = (body: unknown) => fetch(host.faucetUrl, { method: 'POST', body: JSON.stringify(body) })
      const held = async () => {
        const answer = await nodeCall(solana.url, 'getBalance', [visitor?.address])
        return (answer as { value: number }).value
      }
      const before = await held()
      expect((await ask({ chainId: solana.chainId, address: visitor?.address })).status).toBe(200)
      expect(await held()).toBe(before + 10_000_000_000)
      expect((await ask({ chainId: solana.chainId, address: '0x12' })).status).toBe(400)
      const script = await (await fetch(host.scriptUrl)).text()
      expect(script).toContain(solana.chainId)
      expect(script).toContain('wallet-standard:register-wallet')
    } finally {
      await host.stop()
      await solana.stop()
    }
  })
})
