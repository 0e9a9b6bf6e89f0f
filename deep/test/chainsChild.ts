import { createInterface } from 'node:readline/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { accounts, startEvmChains } from '@latchkey/devnet'
import { createPublicClient, createWalletClient, type Hex, http, pad, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

/**
 * Starts the chains on a folder, says so, reads a first number and pays number after number on both until it is killed:
 * `chainsChild.ts folder`. It says each payment once a block holds it.
 */
const [, , stateDir = ''] = process.argv
const say = (said: object) => process.stdout.write(`${JSON.stringify(said)}\n`)
const { chains } = await startEvmChains({ stateDir })
say({ ready: chains.map(({ url, pid }) => ({ url, pid })) })
const first = Number(await createInterface({ input: process.stdin }).question(''))
await Promise.all(chains.map(({ url }, chain) => pay(url, chain)))

async function pay(url: string, chain: number): Promise<void> {
  const account = privateKeyToAccount(accounts[3]?.privateKey ?? '0x')
  const reader = createPublicClient({ transport: http(url), pollingInterval: 20 })
  const payer = createWalletClient({ account, transport: http(url) })
  for (let number = first; ; number++) {
    const to: Hex = pad(toHex(0x1000_0000 + number), { size: 20 })
    const hash = await payer.sendTransaction({ to, value: BigInt(number), chain: null })
    await reader.waitForTransactionReceipt({ hash })
    say({ chain, number, at: Date.now() })
    await sleep(60)
  }
}
