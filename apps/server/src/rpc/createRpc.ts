import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Hono } from 'hono'
import type { Deps } from '../deps.js'
import type { Limits } from '../openLimits.js'
import type { ClientIp } from '../platform/http/clientIp.js'
import type { HonoEnv } from '../platform/http/vars.js'
import { createProxy } from './createProxy.js'
import { createRest } from './createRest.js'
import { createRpcAnswer } from './createRpcAnswer.js'
import { createRpcEndpoint } from './createRpcEndpoint.js'
import { createRpcListener, type RpcListener } from './createRpcListener.js'
import { createRpcSockets } from './createRpcSockets.js'
import { createFastLane, type FastPath } from './fastPath.js'
import { restRoutes } from './restRoutes.js'
import { rpcRoutes } from './rpcRoutes.js'

/** The ways to the nodes of a server's chains. */
export type Rpc = {
  /** JSON-RPC by web requests, and REST where a family's nodes speak it. */
  routes: Hono<HonoEnv>
  /** The short way for `POST /v1` of a `node:http` server. */
  listener: RpcListener
  /** The shortest: on the connection itself. */
  lane(options: { handOver: (socket: Socket) => void; idle: number }): FastPath
  /** JSON-RPC over WebSocket; returns false for the path of another module. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean
  close(): void
}

/** Calls that public nodes must not get. */
type PrivateSending = {
  /** Sends one transaction to the chain's private endpoint; nothing where it may go to a public node. */
  send: NonNullable<Parameters<typeof createProxy>[0]['sendPrivately']>
  /** Whether a chain has a private endpoint. */
  has: Parameters<typeof createRpcSockets>[0]['isPrivate']
}

/**
 * Creates the ways to the nodes of a server: one proxy, and what is in front of it for each kind of connection.
 *
 * @param deps - Settings, nodes, cache, log and figures.
 * @param options - The limits, the reader of client addresses, and the private endpoints.
 */
export function createRpc(
  { env, nodes, cache, log, metrics }: Pick<Deps, 'env' | 'nodes' | 'cache' | 'log' | 'metrics'>,
  { limits, clientIp, privateSending }: { limits: Limits; clientIp: ClientIp; privateSending: PrivateSending },
): Rpc {
  const { gate } = limits
  const { LATCHKEY_MAX_SOCKETS: maxSockets } = env
  const proxy = createProxy({ nodes, sendPrivately: privateSending.send })
  const endpoint = createRpcEndpoint({ gate, proxy, metrics })
  const answer = createRpcAnswer({ endpoint, log, metrics })
  const share = limits.shareOf('sockets', maxSockets)
  const sockets = createRpcSockets({
    gate,
    clientIp,
    maxSockets,
    share,
    readHead: proxy.readHead,
    isPrivate: privateSending.has,
    log,
    metrics,
  })
  return {
    routes: new Hono<HonoEnv>()
      .route('/', rpcRoutes(endpoint))
      .route('/', restRoutes({ rest: createRest({ nodes, cache }), gate })),
    listener: createRpcListener({ answer, clientIp }),
    lane: (options) => createFastLane({ answer, clientIp, ...options }),
    upgrade: sockets.upgrade,
    close: sockets.close,
  }
}
