import type { ChainId } from '@latchkey/protocol/caip'
import { rpcTimeout } from '@latchkey/protocol/internal/limits'
import { WebSocket } from 'ws'
import type { Chain } from '../platform/chains/chain.js'
import { chainCheck } from '../platform/upstream/chainCheck.js'
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
      return await open(url, chain.caip2, Math.floor(rpcTimeout / urls.length))
    } catch (error) {
      fault = error
    }
  }
  throw fault
}

function open(url: string, chainId: ChainId, timeout: number): Promise<WebSocket> {
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
    const done = () => {
      clearTimeout(timer)
      socket.removeAllListeners()
      // What comes in the same packet is read before anybody else can listen, and an error without a listener ends the process.
      socket.on('error', () => undefined)
      resolve(socket)
    }
    const asked = chainCheck(chainId)
    socket.once('open', () => {
      // A socket of Solana answers to subscriptions alone: which chain it is on, its node told over HTTP.
      if ('path' in asked || chainId.startsWith('solana:')) return done()
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, ...asked.call }))
    })
    socket.once('message', (data) => {
      if ('path' in asked || !asked.isRight(resultOf(String(data), id)))
        return fail(new UpstreamFault('RPC_BAD_ANSWER', { sent: true, details: 'Another chain.' }))
      done()
    })
  })
}

function resultOf(text: string, id: string): unknown {
  try {
    const answer = JSON.parse(text) as { id?: unknown; result?: unknown } | null
    return answer?.id === id ? answer.result : undefined
  } catch {
    return undefined
  }
}
