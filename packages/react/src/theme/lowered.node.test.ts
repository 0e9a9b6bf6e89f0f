import { fileURLToPath } from 'node:url'
import { build as bundle } from 'esbuild'
import { type Browser, chromium, type Page } from 'playwright-core'
import { build as buildVite, type Rolldown } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserArgs, findBrowser } from '../../../../tools/browser.mjs'

const file = fileURLToPath(new URL('styles.css', import.meta.url))

/** What bundlers make of the style sheet: as it is, each with its defaults, and for browsers that know little. */
const ways: { readonly [name: string]: () => Promise<string> } = {
  'esbuild, by default': () => byEsbuild(),
  'esbuild, for es2020 and Chrome 90': () => byEsbuild(['es2020', 'chrome90']),
  'Vite, by default': () => byVite(),
  'Vite, for Chrome 90': () => byVite('chrome90'),
  'Vite, with esbuild’s minifier': () => byVite(undefined, 'esbuild'),
}

let browser: Browser
let page: Page
beforeAll(async () => {
  const found = await findBrowser({ install: false })
  if (!found) throw new Error('No Chromium found: `node tools/browser.mjs` says what to do.')
  browser = await chromium.launch({ executablePath: found.path, args: browserArgs })
  page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
})
afterAll(() => browser?.close())

const light = {
  button: 'rgb(11, 107, 87)',
  onButton: 'rgb(255, 255, 255)',
  card: 'rgb(255, 255, 255)',
  text: 'rgb(16, 32, 28)',
  row: 'rgb(242, 245, 244)',
  scrim: 'rgba(12, 28, 23, 0.38)',
  tab: 'rgb(255, 255, 255)',
  toast: 'rgb(127, 227, 196)',
}
const dark = {
  button: 'rgb(127, 227, 196)',
  onButton: 'rgb(6, 35, 27)',
  card: 'rgb(18, 24, 22)',
  text: 'rgb(236, 243, 240)',
  row: 'rgb(27, 35, 32)',
  scrim: 'rgba(0, 0, 0, 0.62)',
  tab: 'rgb(39, 49, 45)',
  toast: 'rgb(11, 107, 87)',
}
const shape = {
  radius: '20px',
  rowRadius: '14px',
  buttonRadius: '999px',
  width: '380px',
  hasShadow: true,
  isSmall: true,
}

describe.each(Object.entries(ways))('theme, lowered: %s', (_, make) => {
  let css: string
  beforeAll(async () => {
    css = await make()
  })

  it.each([
    ['light', 'system', light],
    ['dark', 'system', dark],
    ['dark', 'light', light],
    ['light', 'dark', dark],
  ] as const)('behavior: on a %s system, the mode %s has its colours', async (colorScheme, mode, colours) => {
    expect(await look(css, { colorScheme, mode })).toEqual({ ...shape, ...colours })
  })

  it.each(['light', 'dark'] as const)('behavior: a page’s own variables win in a modal that is %s', async (mode) => {
    const own = ':root { --lk-accent: #aa0055; --lk-radius: 4px } body { --lk-ground: #eeeeff }'
    const colours = mode === 'light' ? light : dark
    expect(await look(`${own}${css}`, { colorScheme: mode === 'light' ? 'dark' : 'light', mode })).toEqual({
      ...shape,
      ...colours,
      button: 'rgb(170, 0, 85)',
      card: 'rgb(238, 238, 255)',
      ...(mode === 'light' ? { tab: 'rgb(238, 238, 255)' } : {}),
      radius: '4px',
    })
  })

  it('behavior: the nearest variable wins: the element’s own before its ancestor’s, in a layer too', async () => {
    const own = '@layer page { :root { --lk-accent: #aa0055 } }'
    const style = '--lk-accent: light-dark(#102030, #405060)'
    expect(await look(`${own}${css}`, { colorScheme: 'light', mode: 'dark' })).toMatchObject({
      button: 'rgb(170, 0, 85)',
    })
    expect(await look(`${own}${css}`, { colorScheme: 'light', mode: 'dark', style })).toMatchObject({
      button: 'rgb(64, 80, 96)',
    })
  })

  it('behavior: icons that point are turned where the page reads from the right, whatever its language', async () => {
    expect(await turned(css, '<html dir="rtl" lang="en">')).toBe('-1 1')
    expect(await turned(css, '<html dir="ltr" lang="ar">')).toBe('none')
    expect(await turned(css, '<html dir="rtl" lang="ar"><div dir="ltr">')).toBe('none')
  })
})

type Look = { readonly colorScheme: 'light' | 'dark'; readonly mode: string; readonly style?: string }

/** Reads the computed look of a button and of an open modal, drawn with the classes and attributes that ours have. */
async function look(css: string, { colorScheme, mode, style = '' }: Look) {
  const theme = `data-lk-theme="${mode}" style="${style}"`
  await page.emulateMedia({ colorScheme })
  await page.setContent(
    `<!doctype html><style>${css} * { transition: none !important }</style>
    <button class="lk-connect-button" ${theme}>Connect</button>
    <dialog class="lk-modal" ${theme}><div class="lk-card"><div class="lk-row">Row</div>
    <p class="lk-footnote">Note <span class="lk-hidden">hidden</span></p>
    <div class="lk-tablist"><button aria-selected="true">Tab</button></div></div>
    <div class="lk-toast" data-variant="success" ${theme}><i class="lk-icon"></i></div></dialog>
    <script>document.querySelector('dialog').showModal()</script>`,
  )
  return page.evaluate(() => {
    const of = (selector: string, pseudo?: string) => {
      const element = document.querySelector(selector)
      if (!element) throw new Error(`${selector} is not there.`)
      return getComputedStyle(element, pseudo)
    }
    return {
      button: of('.lk-connect-button').backgroundColor,
      onButton: of('.lk-connect-button').color,
      buttonRadius: of('.lk-connect-button').borderTopLeftRadius,
      card: of('.lk-card').backgroundColor,
      radius: of('.lk-card').borderTopLeftRadius,
      hasShadow: of('.lk-card').boxShadow !== 'none',
      width: of('.lk-modal').inlineSize,
      text: of('.lk-modal').color,
      row: of('.lk-row').backgroundColor,
      rowRadius: of('.lk-row').borderTopLeftRadius,
      isSmall: of('.lk-footnote').fontSize === '12px' && of('.lk-hidden').position === 'absolute',
      scrim: of('.lk-modal', '::backdrop').backgroundColor,
      tab: of('[aria-selected]').backgroundColor,
      toast: of('.lk-toast .lk-icon').color,
    }
  })
}

async function turned(css: string, head: string): Promise<string> {
  await page.setContent(
    `<!doctype html>${head}<style>${css}</style><button data-lk-theme="system"><i class="lk-icon lk-icon-flip"></i></button>`,
  )
  const scale = await page.evaluate(() => getComputedStyle(document.querySelector('i') as Element).scale)
  return scale === '1' ? 'none' : scale
}

async function byEsbuild(target?: string[]): Promise<string> {
  const { outputFiles, warnings } = await bundle({
    entryPoints: [file],
    bundle: true,
    minify: true,
    write: false,
    logLevel: 'silent',
    ...(target ? { target } : {}),
  })
  expect(warnings.map(({ text }) => text)).toEqual([])
  return outputFiles[0]?.text ?? ''
}

async function byVite(target?: string, cssMinify?: 'esbuild'): Promise<string> {
  const { output } = (await buildVite({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      rolldownOptions: { input: file },
      ...(target ? { target } : {}),
      ...(cssMinify ? { cssMinify } : {}),
    },
  })) as Rolldown.RolldownOutput
  const sheet = output.find(({ fileName }) => fileName.endsWith('.css'))
  return sheet?.type === 'asset' ? String(sheet.source) : ''
}
