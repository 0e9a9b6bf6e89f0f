import { rpcTimeout } from '@latchkey/protocol/limits'
import { toHexChainId } from '@latchkey/protocol/rpc'
import { WebSocket } from 'ws'
import type { Chain } from '../platform/chain.js'
import { UpstreamFault } from '../platform/upstream/upstreamFault.js'
import { upstreamLimit } from '../platform/upstream/upstreamReply.js'

/**
 * Opens a socket to the first node of a chain that accepts one and says the right chain id.
 *
 * @param chain - A chain with WebSocket nodes.
 * @returns An open socket on which nothing else was asked.
 * @throws UpstreamFault when no node qualifies within 10 s.
 */
export async function openUpstreamSocket(chain: Chain): Promise<WebSocket> {
  const urls = chain.ws ?? []
  let fault: unknown = new UpstreamFault('NO_RPC_URL', { sent: false })
  for (const url of urls) {
    try {
      return await open(url, toHexChainId(chain.caip2), Math.floor(rpcTimeout / urls.length))
    } catch (error) {
      fault = error
    }
  }
  throw fault
}

function open(url: string, chainId: string, timeout: number): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, {
      maxPayload: upstreamLimit,
      handshakeTimeout: timeout,
      perMessageDeflate: false,
    })
    const id = 'latchkey:chainId'
    const fail = (error: UpstreamFault) => {
      clearTimeout(timer)
      socket.on('error', () => undefined)
      socket.terminate()
      reject(error)
    }
    const timer = setTimeout(() => fail(new UpstreamFault('RPC_TIMEOUT', { sent: true })), timeout)
    socket.once('error', (cause) => fail(new UpstreamFault('RPC_UNREACHABLE', { sent: false, cause })))
    socket.once('close', () => fail(new UpstreamFault('RPC_UNREACHABLE', { sent: false })))
    socket.once('open', () => socket.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'eth_chainId', params: [] })))
    socket.once('message', (data) => {
      const text = String(data)
      if (!isAnswer(text, id, chainId))
        return fail(new UpstreamFault('RPC_BAD_ANSWER', { sent: true, details: 'Another chain.' }))
      clearTimeout(timer)
      socket.removeAllListeners()
      resolve(socket)
    })
  })
}

function isAnswer(text: string, id: string, chainId: string): boolean {
  try {
    const answer = JSON.parse(text) as { id?: unknown; result?: unknown } | null
    return answer?.id === id && typeof answer.result === 'string' && BigInt(answer.result) === BigInt(chainId)
  } catch {
    return false
  }
}
