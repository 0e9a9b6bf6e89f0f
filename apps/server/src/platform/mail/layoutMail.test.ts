import { expect, it } from 'vitest'
import { layoutMail } from './layoutMail.js'

const { html, text } = layoutMail({
  to: 'ada@mail.example',
  subject: 'Your e-mail was changed',
  wallet: 'Harbour',
  title: 'Your e-mail was changed',
  parts: [
    { text: 'Your wallet belongs to another e-mail address.' },
    { code: '482913' },
    { facts: [['Browser', 'Firefox on macOS']] },
    { button: 'Undo the change', url: 'https://wallet.example/undo' },
    { link: 'Freeze the wallet', url: 'https://wallet.example/freeze' },
    { small: 'If this was not you, act now.' },
  ],
})

it('gives each colour that it writes another one in a dark mailbox, and loads nothing', () => {
  const sheet = /<style>(.*)<\/style>/.exec(html)?.[1] ?? ''
  expect(sheet).toMatch(/^@media \(prefers-color-scheme:dark\)\{.*\}\}$/)
  const dark = new Map([...sheet.matchAll(/\.(\w+)\{([^}]*)\}/g)].map(([, name = '', rules = '']) => [name, rules]))
  const coloured = [...html.matchAll(/<[^>]*style="[^"]*#[0-9a-f]{6}[^"]*"[^>]*>/g)].map(([tag]) => tag)
  expect(coloured.length).toBeGreaterThan(6)
  for (const tag of coloured) {
    const rules = dark.get(/class="(\w+)"/.exec(tag)?.[1] ?? '') ?? ''
    for (const property of ['background', 'color'])
      if (new RegExp(`[;"]${property}:#`).test(tag)) expect(rules, tag).toMatch(new RegExp(`(^|;)${property}:#`))
  }
  expect(html).not.toMatch(/<img|<link|@import|url\(/)
})

it('ends no line at the hyphen of an e-mail, and writes the same as text', () => {
  expect(
    html.replace(/<title>.*<\/title>/, '').replaceAll('<span style="white-space:nowrap">e-mail</span>', ''),
  ).not.toMatch(/e-mail/)
  expect(text).toBe(
    [
      'Your e-mail was changed',
      'Your wallet belongs to another e-mail address.',
      '    482913',
      'Browser: Firefox on macOS',
      'Undo the change:\nhttps://wallet.example/undo',
      'Freeze the wallet: https://wallet.example/freeze',
      'If this was not you, act now.',
      '— Harbour\n',
    ].join('\n\n'),
  )
})
