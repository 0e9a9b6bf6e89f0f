/** A node and a proxy before it, until standard input ends; each line of it is answered with the processor time of the proxy, in µs. */
import { startEvmChains } from '@latchkey/devnet'
import { startServer } from '@latchkey/server'

const evm = await startEvmChains()
const [chain] = evm.chains
const { caip2, name, nativeCurrency } = chain
const server = await startServer({
  port: 0,
  dataDir: false,
  env: {},
  chains: [{ caip2, name, nativeCurrency: { ...nativeCurrency }, rpc: [chain.url] }],
})
process.stdout.write(
  `${JSON.stringify({ direct: chain.url, proxy: `${server.url}/v1?chainId=${caip2}&projectId=bench` })}\n`,
)
process.stdin.on('data', () => {
  const { user, system } = process.cpuUsage()
  process.stdout.write(`${user + system}\n`)
})
process.stdin.once('end', async () => {
  await server.close()
  await evm.stop()
  process.exit(0)
})
