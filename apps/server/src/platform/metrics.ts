import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** The figures of one server, in a registry of its own. */
export type Metrics = {
  registry: Registry
  requests: Counter<'route' | 'status'>
  rpcCalls: Counter<'chain' | 'status'>
  upstream: Histogram<'chain' | 'upstream' | 'outcome'>
  limited: Counter
  sockets: Gauge
  cache: Counter<'outcome'>
  relaySockets: Gauge
  relayRefused: Counter<'reason'>
  relayMessages: Counter<'outcome'>
  relayCommit: Histogram
}

/** Makes the figures of one server. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  return {
    registry,
    requests: new Counter({
      name: 'latchkey_http_requests_total',
      help: 'HTTP calls by route and status.',
      labelNames: ['route', 'status'],
      registers,
    }),
    rpcCalls: new Counter({
      name: 'latchkey_rpc_requests_total',
      help: 'JSON-RPC requests over HTTP by chain and status.',
      labelNames: ['chain', 'status'],
      registers,
    }),
    upstream: new Histogram({
      name: 'latchkey_upstream_seconds',
      help: 'Time of exchanges with nodes by chain, node and outcome.',
      labelNames: ['chain', 'upstream', 'outcome'],
      buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 1, 3, 10],
      registers,
    }),
    limited: new Counter({ name: 'latchkey_rate_limited_total', help: 'Calls refused by the rate limit.', registers }),
    sockets: new Gauge({ name: 'latchkey_rpc_sockets', help: 'Open JSON-RPC WebSockets.', registers }),
    cache: new Counter({
      name: 'latchkey_balance_cache_total',
      help: 'Balance lookups by hit, shared and miss.',
      labelNames: ['outcome'],
      registers,
    }),
    relaySockets: new Gauge({ name: 'latchkey_relay_sockets', help: 'Open sockets of the relay.', registers }),
    relayRefused: new Counter({
      name: 'latchkey_relay_refused_total',
      help: 'Relay sockets that were not let in, by the words they were closed with.',
      labelNames: ['reason'],
      registers,
    }),
    relayMessages: new Counter({
      name: 'latchkey_relay_messages_total',
      help: 'Relay messages published, duplicate, delivered, repeated, acknowledged and passed on without being written.',
      labelNames: ['outcome'],
      registers,
    }),
    relayCommit: new Histogram({
      name: 'latchkey_relay_commit_seconds',
      help: 'Time until a batch of relay messages is kept.',
      buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2],
      registers,
    }),
  }
}
