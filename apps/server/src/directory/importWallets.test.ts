import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { runCommand } from '../runCommand.js'
import { importWallets } from './importWallets.js'
import { readWalletsFile } from './readWalletsFile.js'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-import-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const id = 'ab'.repeat(32)

it('turns an explorer’s export into wallets, with what can be used of each', () => {
  const listings = {
    [id]: {
      id,
      name: 'Example',
      homepage: 'https://example.com/',
      chains: ['eip155:1', 'not a chain'],
      image_id: 'aaaa-bbbb',
      image_url: { sm: 'https://example.com/s.png', md: 'https://example.com/m.png' },
      app: { browser: '', ios: 'https://apps.example/1', android: null, chrome: 'javascript:alert(1)' },
      mobile: { native: 'example://', universal: 'https://example.com/u' },
      desktop: { native: '', universal: null },
      rdns: null,
      something: { else: 1 },
    },
    other: { id: 'short', name: 'Broken' },
  }
  const { wallets, refused } = importWallets(JSON.stringify({ listings, count: 2, total: 2 }))
  expect(wallets).toEqual([
    {
      id,
      name: 'Example',
      homepage: 'https://example.com/',
      chains: ['eip155:1'],
      image_id: 'aaaa-bbbb',
      image_url: 'https://example.com/m.png',
      app_store: 'https://apps.example/1',
      mobile_link: 'example://',
    },
  ])
  expect(refused).toEqual([expect.stringContaining('Broken: id')])
})

it('takes a page of the list too, and writes a file that the server reads', async () => {
  const source = join(folder, 'page.json')
  const target = join(folder, 'wallets.json')
  const wallet = { id, name: 'Example', mobile_link: 'example://', badge_type: 'certified', injected: null, order: 3 }
  writeFileSync(source, JSON.stringify({ count: 1, data: [wallet, { name: 'No id' }] }))
  const said = await runCommand(['import-wallets', source, target])
  expect(said).toContain('Wrote 1 wallets')
  expect(said).toContain('Left out No id')
  expect(readWalletsFile(target)).toEqual({
    replace: false,
    data: [{ id, name: 'Example', mobile_link: 'example://', badge_type: 'certified', order: 3 }],
  })
  expect(await runCommand(['import-wallets', source])).toBe(readFileSync(target, 'utf8'))
})

it.each(['{}', '7', 'null', '{"listings":[]}', 'nothing'])('refuses %s', (text) => {
  expect(() => importWallets(text)).toThrow()
})
