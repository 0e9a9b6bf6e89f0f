import { describe, expect, it } from 'vitest'
import { readSource } from './imports.js'
import { counterpartsOf, readKits } from './migrations.js'
import { complaintsAbout, type Sample, samples, samplesOfPage, samplesOfSource } from './samples.js'

const all = samples()

const wagmis = ['baseAccount', 'coinbaseWallet', 'http', 'ssr', 'transports', 'viem', 'wagmi', 'wagmiConfig']

// What the migration pages name of ours, and of others beside it.
const counterparts = Object.keys(readKits()).map((page) => counterpartsOf(page, readSource('.', page), wagmis))

// Two samples that a stranger could not use stand among all others, so that the compiler is started once.
const twins: Sample[] = [
  {
    file: 'twin.md',
    line: 3,
    code: "import { mainnet } from '@latchkey/core/chains'\nmainnet.nmae\n",
    extension: 'ts',
  },
  { file: 'twin.md', line: 9, code: 'export const App = () => <ConnectButton />\n', extension: 'tsx' },
  counterpartsOf(
    'kit.md',
    '| Kit | Latchkey |\n|---|---|\n| `a` | `<NetworkButton />`, `open({ view: "Acount" })` |',
    [],
  ),
]

describe('code that is copied', () => {
  it('compiles, in every page and every docstring; a wrong name and a missing import are seen', async () => {
    expect(await complaintsAbout([...all, ...counterparts, ...twins])).toEqual([
      expect.stringMatching(/^twin\.md:4 TS2339: Property 'nmae'/),
      expect.stringMatching(/^twin\.md:9 TS2304: Cannot find name 'ConnectButton'/),
      expect.stringMatching(/^kit\.md:3 TS2339: Property 'NetworkButton'/),
      expect.stringMatching(/^kit\.md:3 TS2551: Property 'Acount'/),
    ])
  }, 300_000)

  it('is found in the front page, the other pages, the packages and the docstrings', () => {
    for (const file of [
      'README.md',
      'docs/sign-in.md',
      'apps/server/README.md',
      'packages/core/src/actions/connect.ts',
    ])
      expect(all.map((sample) => sample.file)).toContain(file)
    expect(all.length).toBeGreaterThan(150)
  })

  it('reads the blocks of a page that are TypeScript, at their lines', () => {
    const text = 'A\n\n```sh\nnpm start\n```\n\n```tsx\nlet a\nlet b\n```\n```ts\nlet c\n```\n'
    expect(samplesOfPage('a.md', text)).toEqual([
      { file: 'a.md', line: 8, code: 'let a\nlet b\n', extension: 'tsx' },
      { file: 'a.md', line: 12, code: 'let c\n', extension: 'ts' },
    ])
  })

  it('reads the examples of docstrings, up to the next tag, without their stars', () => {
    const text =
      '/** No example. */\n/**\n * Does.\n *\n * @example\n * let a\n *   .b\n * @see c\n */\n/**\n * @example\n * f(\n *   <p />)\n */\n'
    expect(samplesOfSource('a.ts', text)).toEqual([
      { file: 'a.ts', line: 6, code: 'let a\n  .b\n', extension: 'ts' },
      { file: 'a.ts', line: 12, code: 'f(\n  <p />)\n', extension: 'tsx' },
    ])
  })
})
