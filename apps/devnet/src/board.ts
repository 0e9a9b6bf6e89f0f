import { type Service, type ServiceState, type Status, services } from './status.js'

/** The output of the board. */
export type BoardOutput = {
  write(text: string): void
  /** The output is a terminal: the board is drawn again in place. */
  tty: boolean
  color: boolean
}

/** The board of a start. */
export type Board = {
  /** Draws the status. */
  show(status: Status): void
  /** Writes a line that stays. */
  note(line: string): void
}

const labels: { readonly [service in Service]: string } = {
  web: 'Web app',
  server: 'Data API',
  frame: 'Embedded wallet',
  inbox: 'Inbox',
  wallet: 'Test wallet',
  phone: 'Phone wallet',
  socials: 'Social logins',
  provider: 'Provider',
  chain31337: 'Local Ethereum',
  chain31338: 'Local Base',
  solana: 'Local Solana',
  bitcoin: 'Local Bitcoin',
  polkadot: 'Local Polkadot',
  cosmos: 'Local Cosmos',
}

const hues: { readonly [state in ServiceState]: number } = {
  waiting: 2,
  starting: 33,
  building: 33,
  ready: 32,
  failed: 31,
  stopping: 33,
  stopped: 2,
  off: 2,
}

/**
 * Creates the board of a start: a table that is drawn again in place in a terminal, and one line for each change elsewhere.
 *
 * @param output - Where to draw.
 */
export function createBoard(output: BoardOutput): Board {
  let drawn = 0
  let last: Status | undefined
  const erase = () => {
    if (drawn > 0) output.write(`\u001b[${drawn}A\u001b[0J`)
    drawn = 0
  }
  const show = (status: Status) => {
    if (output.tty) {
      erase()
      const lines = boardLines(status, output.color)
      output.write(`${lines.join('\n')}\n`)
      drawn = lines.length
    } else {
      for (const line of changes(last, status)) output.write(`${line}\n`)
    }
    last = status
  }
  const note = (line: string) => {
    erase()
    output.write(`${line}\n`)
    if (output.tty && last) show(last)
  }
  return { show, note }
}

/** The rows of the board, one part each. */
export function boardLines(status: Status, color: boolean): string[] {
  const paint = (code: number, text: string) => (color ? `\u001b[${code}m${text}\u001b[0m` : text)
  const rows = services.filter((name) => status[name].state !== 'off').map((name) => ({ name, ...status[name] }))
  const width = Math.max(...rows.map(({ url }) => url?.length ?? 1))
  return [
    '',
    `  ${paint(1, 'Latchkey')}  local chains: nothing here is worth anything`,
    '',
    ...rows.map(({ name, url, state }) =>
      `  ${paint(hues[state], state === 'ready' ? '●' : '○')} ${labels[name].padEnd(16)} ${(url ?? '-').padEnd(width)}  ${paint(hues[state], state)}`.trimEnd(),
    ),
    '',
    `  ${paint(2, 'Stop with Ctrl-C. The data stays in place; npm start -- --fresh begins anew.')}`,
  ]
}

function changes(before: Status | undefined, after: Status): string[] {
  return services
    .filter((name) => !['off', 'waiting', 'stopping'].includes(after[name].state))
    .filter((name) => before?.[name].state !== after[name].state)
    .map((name) => `${labels[name].padEnd(16)} ${after[name].state}${after[name].url ? `  ${after[name].url}` : ''}`)
}
