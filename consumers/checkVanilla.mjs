import { join } from 'node:path'
import { runIn } from './installApp.mjs'
import { wallet } from './openBrowser.mjs'
import { serve } from './serve.mjs'
import { must, mustBeQuiet, waitForText } from './steps.mjs'

/** A page in TypeScript without a line of React: it opens the modal, hears of it, and takes it away. */
export async function checkVanilla({ folder, browser }) {
  const place = join(folder, 'vanilla')
  runIn(place, process.execPath, ['../node_modules/typescript/bin/tsc', '-p', '.'])
  runIn(place, 'npx', ['vite', 'build', '--logLevel', 'warn'])
  const server = await serve(join(place, 'dist'))
  const visit = await browser.visit(server.url)
  const { page } = visit
  try {
    await page.locator('#open').waitFor()
    const before = await scriptsOf(page)
    await page.locator('#open').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: wallet.name }).click()
    await waitForText(page, '#acct', wallet.address)
    await waitForText(page, '#view', 'Account')
    must((await scriptsOf(page)) > before, 'React was there before the modal was opened')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await waitForText(page, '#view', 'none')
    await page.reload()
    await waitForText(page, '#acct', wallet.address)
    await page.locator('#networks').click()
    await dialog.getByRole('button', { name: 'Base' }).waitFor()
    await waitForText(page, '#view', 'Networks')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.locator('#destroy').click()
    await page.waitForFunction(() => !document.querySelector('dialog, [data-lk-modal]'))
    await page.locator('#open').click()
    must((await page.locator('dialog').count()) === 0, 'a destroyed modal opened')
    mustBeQuiet(visit, 'from load to the end')
  } finally {
    await visit.close()
    await server.close()
  }
  return [
    'TypeScript without React code connects',
    'is told of each view',
    'React comes with the modal',
    'is connected again after a reload',
    'destroy leaves nothing',
  ]
}

function scriptsOf(page) {
  return page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => /\.js$/.test(name)).length)
}
