// Writes the few interface icons that the modal draws, as path data, from the ISC-licensed Lucide set.
// Run after changing the list: node tools/icons.mjs
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

const lucide = createRequire(new URL('../packages/react/package.json', import.meta.url))('lucide-react')
const names = {
  close: 'X',
  back: 'ChevronLeft',
  forward: 'ChevronRight',
  down: 'ChevronDown',
  copy: 'Copy',
  check: 'Check',
  send: 'ArrowUpRight',
  receive: 'ArrowDownLeft',
  chain: 'Globe',
  wallet: 'Wallet',
  disconnect: 'LogOut',
  swap: 'ArrowUpDown',
  warning: 'TriangleAlert',
  error: 'CircleAlert',
  success: 'CircleCheck',
  search: 'Search',
  external: 'ExternalLink',
  retry: 'RotateCw',
  image: 'Image',
  activity: 'Activity',
  coins: 'Coins',
  mail: 'Mail',
  edit: 'Pencil',
  shield: 'ShieldCheck',
  device: 'Laptop',
  scan: 'ScanQrCode',
}

const rows = Object.entries(names).map(([name, source]) => {
  const svg = renderToStaticMarkup(createElement(lucide[source]))
  const inner = svg.replace(/^<svg[^>]*>/, '').replace(/<\/svg>$/, '')
  const paths = [...inner.matchAll(/<(\w+) ([^>]*?)><\/\1>/g)].map(([, tag, attributes]) =>
    toPath(
      tag,
      Object.fromEntries([...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value])),
    ),
  )
  return `  ${name}: '${paths.join('')}',`
})

function toPath(tag, a) {
  const n = (key) => Number(a[key])
  if (tag === 'path') return absoluteStart(a.d)
  if (tag === 'line') return `M${a.x1} ${a.y1}L${a.x2} ${a.y2}`
  if (tag === 'circle')
    return `M${n('cx') - n('r')} ${n('cy')}a${n('r')} ${n('r')} 0 1 0 ${2 * n('r')} 0a${n('r')} ${n('r')} 0 1 0 ${-2 * n('r')} 0`
  if (tag === 'polyline') return `M${a.points.trim().split(/\s+/).join('L')}`
  if (tag === 'rect') {
    const r = n('rx') || 0
    const [x, y, w, h] = [n('x') || 0, n('y') || 0, n('width'), n('height')]
    return `M${x + r} ${y}h${w - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${h - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}h${-(w - 2 * r)}a${r} ${r} 0 0 1 ${-r} ${-r}v${-(h - 2 * r)}a${r} ${r} 0 0 1 ${r} ${-r}z`
  }
  throw new Error(`No path for <${tag}>`)
}

// A path may begin with a relative move, which stops being absolute once another path stands before it.
function absoluteStart(d) {
  const match = /^m\s*(-?(?:\d+\.?\d*|\.\d+))[\s,]*(-?(?:\d+\.?\d*|\.\d+))(.*)$/s.exec(d)
  if (!match) return d
  const [, x, y, rest] = match
  return `M${x} ${y}${/^[\s,]*-?[\d.]/.test(rest) ? `l${rest.trimStart()}` : rest}`
}

writeFileSync(
  new URL('../packages/react/src/primitives/icons.generated.ts', import.meta.url),
  `// Made by tools/icons.mjs from Lucide (https://lucide.dev), ISC licence, copyright Lucide Contributors.\n\n/** Path data of the interface icons, on a 24 by 24 grid. */\nexport const icons = {\n${rows.join('\n')}\n} as const\n`,
)
