import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Gauges that are read on each scrape, by their metric name; one that throws is left out. */
type Readings = Map<string, () => number | Promise<number>>

/** The figures of one server, in a registry of its own. */
export type Metrics = {
  registry: Registry
  requests: Counter<'route' | 'status'>
  rpcCalls: Counter<'chain' | 'status'>
  upstream: Histogram<'chain' | 'upstream' | 'outcome'>
  limited: Counter
  /** Calls that were refused: by the data API, the wallet's or the relay, and with which code. */
  refused: Counter<'api' | 'code'>
  /** How many statements wait for a connection, by pool. */
  pools: Readings
  /** How many mails wait, by the role that sends them. */
  outboxes: Readings
  mailsFailed: Counter<'role'>
  historyLag: Gauge<'chain'>
  /** Purchases and swaps whose books differ from one side, until settled. */
  ledgerMismatches: Gauge<'side'>
  historyUntold: Counter<'chain'>
  sockets: Gauge
  cache: Counter<'outcome'>
  relaySockets: Gauge
  relayRefused: Counter<'reason'>
  relayMessages: Counter<'outcome'>
  relayCommit: Histogram
}

/** Creates the figures of one server. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const pools = createReadings({
    name: 'latchkey_pool_waiting',
    help: 'Statements that wait for a connection to PostgreSQL, by pool.',
    label: 'pool',
    registers,
  })
  const outboxes = createReadings({
    name: 'latchkey_outbox_mails',
    help: 'Mails that wait to be sent, by role.',
    label: 'role',
    registers,
  })
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
    refused: new Counter({
      name: 'latchkey_refused_calls_total',
      help: 'Calls that were refused, by API (data, wallet, relay) and code.',
      labelNames: ['api', 'code'],
      registers,
    }),
    pools,
    outboxes,
    mailsFailed: new Counter({
      name: 'latchkey_mails_failed_total',
      help: 'Attempts to send a mail that failed, by role.',
      labelNames: ['role'],
      registers,
    }),
    historyLag: new Gauge({
      name: 'latchkey_history_lag_blocks',
      help: 'Blocks of a chain that the history has still to read, when it last looked.',
      labelNames: ['chain'],
      registers,
    }),
    ledgerMismatches: new Gauge({
      name: 'latchkey_ledger_mismatches',
      help: 'Purchases and swaps whose books do not agree with one side, by side.',
      labelNames: ['side'],
      registers,
    }),
    historyUntold: new Counter({
      name: 'latchkey_history_untraced_blocks_total',
      help: 'Blocks of which the history does not tell what contracts paid, because no node traced them.',
      labelNames: ['chain'],
      registers,
    }),
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

/** Creates a figure of readings; each goes by its name under the label. */
function createReadings({
  name,
  help,
  label,
  registers,
}: {
  name: string
  help: string
  label: string
  registers: Registry[]
}): Readings {
  const readings: Readings = new Map()
  new Gauge({
    name,
    help,
    labelNames: [label],
    registers,
    async collect() {
      const read = await readAll(readings)
      this.reset()
      for (const { name, value } of read) this.set({ [label]: name }, value)
    },
  })
  return readings
}

/** What can be read just now; a figure whose database is away is absent, and no other figure waits for it. */
async function readAll(readings: Readings): Promise<{ name: string; value: number }[]> {
  const read = await Promise.all(
    [...readings].map(async ([name, of]) => {
      try {
        return [{ name, value: await of() }]
      } catch {
        return []
      }
    }),
  )
  return read.flat()
}
