import { describe, expect, it } from 'vitest'
import { type BoardOutput, boardLines, createBoard } from './board.js'
import { type ServiceState, type Status, services } from './status.js'

const status = (state: ServiceState, more: Partial<Status> = {}): Status =>
  ({
    ready: state === 'ready',
    ...Object.fromEntries(services.map((name) => [name, { url: null, pid: null, state }])),
    ...more,
  }) as Status

function output(options: Partial<BoardOutput>): BoardOutput & { text(): string } {
  const written: string[] = []
  return { write: (text) => written.push(text), tty: false, color: false, ...options, text: () => written.join('') }
}

describe('createBoard', () => {
  it('behavior: shows name, address and state, and how to stop', () => {
    const web = { url: 'http://127.0.0.1:4400', pid: 1, state: 'ready' } as const
    expect(boardLines(status('starting', { web }), false)).toMatchInlineSnapshot(`
      [
        "",
        "  Latchkey  local chains: nothing here is worth anything",
        "",
        "  ● Web app          http://127.0.0.1:4400  ready",
        "  ○ Data API         -                      starting",
        "  ○ Embedded wallet  -                      starting",
        "  ○ Inbox            -                      starting",
        "  ○ Test wallet      -                      starting",
        "  ○ Phone wallet     -                      starting",
        "  ○ Social logins    -                      starting",
        "  ○ Provider         -                      starting",
        "  ○ Local Ethereum   -                      starting",
        "  ○ Local Base       -                      starting",
        "  ○ Local Solana     -                      starting",
        "  ○ Local Bitcoin    -                      starting",
        "  ○ Local Polkadot   -                      starting",
        "  ○ Local Cosmos     -                      starting",
        "",
        "  Stop with Ctrl-C. The data stays in place; npm start -- --fresh begins anew.",
      ]
    `)
  })

  it('behavior: in a terminal it is drawn again in place, and notes stay above it', () => {
    const out = output({ tty: true })
    const board = createBoard(out)
    board.show(status('starting'))
    // It is handed on as a plain function.
    const { note } = board
    note('A note.')
    board.show(status('ready'))
    const height = boardLines(status('ready'), false).length
    expect(out.text().split(`\u001b[${height}A\u001b[0J`)).toHaveLength(3)
    expect(out.text()).toContain('A note.\n')
  })

  it('behavior: elsewhere each change is one plain line', () => {
    const out = output({})
    const board = createBoard(out)
    const off = { url: null, pid: null, state: 'off' } as const
    board.show(status('waiting', { web: off }))
    board.show(status('ready', { web: off }))
    board.show(status('ready', { web: off }))
    board.show(status('stopping', { web: off }))
    expect(out.text()).toMatchInlineSnapshot(`
      "Data API         ready
      Embedded wallet  ready
      Inbox            ready
      Test wallet      ready
      Phone wallet     ready
      Social logins    ready
      Provider         ready
      Local Ethereum   ready
      Local Base       ready
      Local Solana     ready
      Local Bitcoin    ready
      Local Polkadot   ready
      Local Cosmos     ready
      "
    `)
  })

  it('param: colours only when asked for', () => {
    expect(boardLines(status('ready'), true).join('')).toContain('\u001b[32m')
    expect(boardLines(status('ready'), false).join('')).not.toContain('\u001b[')
  })
})
