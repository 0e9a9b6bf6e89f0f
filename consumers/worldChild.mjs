// biome-ignore-all lint/correctness/noUndeclaredDependencies: a tool of the repository, whose devDependencies it uses
// The child of startWorld.mjs: runs the local world from its sources until it is told to stop or its parent is gone.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDevnet, startSolanaChain } from '@latchkey/devnet'

const dir = mkdtempSync(join(tmpdir(), 'latchkey-consumers-world-'))
const ports = {
  server: 0,
  frame: 0,
  wallet: 0,
  phone: 0,
  inbox: 0,
  socials: 0,
  provider: 0,
  chain31337: 0,
  chain31338: 0,
}
const [devnet, solana] = await Promise.all([
  startDevnet({ dir, ports, web: false, frame: true, families: false }),
  startSolanaChain(),
])

async function stop() {
  await Promise.all([devnet.stop(), solana.stop()])
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
  process.exit(0)
}
process.once('message', stop)
process.once('disconnect', stop)
process.send({
  serverUrl: devnet.server.url,
  walletUrl: devnet.frame.url,
  phoneUrl: devnet.phone.url,
  inboxUrl: devnet.inbox.url,
  chains: devnet.chains.map(({ chainId, name, url }) => ({ chainId, name, url })),
  solana: { chainId: solana.chainId, name: solana.name, url: solana.url },
  usdc: devnet.chains[0].tokens.find(({ symbol }) => symbol === 'USDC')?.address,
})
