// biome-ignore-all lint/correctness/noUndeclaredDependencies: a tool of the repository, whose devDependencies it uses
// What visitors do in the dapp of consumers/bundlers/dapp, and what must be true then.
import { encodeFunctionData, erc20Abi, parseAbi } from 'viem'
import { approveInWindow } from './frameSteps.mjs'
import { wallet } from './openBrowser.mjs'
import { askNode, openInbox } from './startWorld.mjs'
import { must, mustBeQuiet } from './steps.mjs'
import { friend } from './writeDapp.mjs'

const closed = 'For members only.'

/**
 * Uses each feature of the dapp, by a wallet of this browser and by an e-mail.
 *
 * @param {{ browser: object, url: string, world: object, name: string, isServerRendered?: boolean }} where - `name` keeps its e-mail apart from others';
 *   a dapp that is `isServerRendered` says in its HTML who is connected.
 */
export async function useDapp({ browser, url, world, name, isServerRendered = false }) {
  await byExtension({ browser, url, world, isServerRendered })
  await byEmail({ browser, url, world, name })
  return ['reads and writes by ABI, signs typed data, switches, Solana, theme, toasts', 'e-mail wallet']
}

async function byExtension({ browser, url, world, isServerRendered }) {
  const [ethereum, base] = world.chains
  await mint(world, wallet.address)
  const visit = await browser.visit(url, { world })
  const { page } = visit
  page.setDefaultTimeout(60_000)
  const dialog = page.getByRole('dialog')
  const dapp = page.getByRole('main')
  const press = (label) => page.getByRole('button', { name: label, exact: true }).click()
  try {
    await page.getByText(closed).waitFor()
    await press('Log in')
    await dialog.getByRole('button', { name: wallet.name }).click()
    await dialog.getByRole('button', { name: 'Ethereum' }).click()
    const accent = await dialog.evaluate((element) => getComputedStyle(element).getPropertyValue('--lk-accent'))
    must(accent.trim() === '#6d28d9', `the modal's accent is ${accent}`)
    await signIn(dialog)
    await page.getByRole('button', { name: wallet.address }).waitFor()
    await dapp.getByText(/^[\d.]+ ETH$/).waitFor()

    const before = await balanceOf(ethereum, world.usdc, friend)
    await page.getByRole('button', { name: /^Pay 1 of [1-9]\d* USDC$/ }).click()
    await page.getByText('Done').waitFor()
    const after = await balanceOf(ethereum, world.usdc, friend)
    must(after - before === 1_000_000n, `the friend was paid ${after - before}`)
    await page.getByText('Done').waitFor({ state: 'hidden' })
    await press('Vote')
    await page.getByText('Done').waitFor()

    await page.evaluate(() => window.testWallet.set({ reject: true }))
    await press('Vote')
    await page.getByRole('alert').waitFor()
    await page.evaluate(() => window.testWallet.set({ reject: false }))

    await press('Dark')
    await press(base.name)
    const theme = await dialog.getAttribute('data-lk-theme')
    must(theme === 'dark', `the modal is ${theme}`)
    await signIn(dialog)
    const chainId = await page.evaluate(() => window.testWallet.chainId)
    must(chainId === base.chainId, `the wallet is on ${chainId}`)
    await page.getByRole('button', { name: 'Vote' }).waitFor()
    const html = await (await page.reload()).text()
    must(
      !isServerRendered || html.includes(`<button>${wallet.address}</button>`),
      'the server does not show who is connected',
    )
    await page.getByRole('button', { name: 'Vote' }).waitFor()

    await press(world.solana.name)
    await page.getByText(closed).waitFor()
    await press('Log in')
    // There it connects and signs in by one approval, and nobody asks for the family again.
    await dialog.getByRole('button', { name: wallet.name }).click()
    await dapp.getByText(/^[\d.]+ SOL$/).waitFor()
    mustBeQuiet(visit, 'from load to Solana')
    must(visit.outside.length === 0, `the page asked ${visit.outside.join(', ')}`)
  } finally {
    await visit.close()
  }
}

async function byEmail({ browser, url, world, name }) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  try {
    await page.goto(url)
    await page.getByRole('button', { name: 'Log in' }).click()
    const email = `${name}-${Date.now()}@dapp.example`
    const field = page.getByRole('dialog').getByRole('textbox', { name: 'E-mail' })
    await field.fill(email)
    await field.press('Enter')
    const { subject } = await openInbox(world.inboxUrl, email).next(/^\d{6} /)
    const frame = page.frameLocator('iframe#w3m-iframe')
    await frame.getByRole('textbox', { name: 'Digit 1 of 6' }).focus()
    await frame.getByRole('textbox', { name: 'Digit 6 of 6' }).waitFor()
    await page.keyboard.type(subject.slice(0, 6))
    await page.getByRole('button', { name: /^0x[0-9a-fA-F]{40}$/ }).waitFor()
    await page.getByRole('button', { name: 'Vote' }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Vote' }).click()
    await approveInWindow(page, frame, 'Vote')
    await page.getByText('Done').waitFor()
  } finally {
    await context.close()
  }
}

async function signIn(dialog) {
  await dialog.getByRole('button', { name: 'Sign', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}

async function balanceOf(chain, to, owner) {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
  return BigInt(await askNode(chain, 'eth_call', [{ to, data }, 'latest']))
}

/** Anybody may mint the tokens of the local chains. */
async function mint({ chains: [chain], usdc: to }, owner) {
  const abi = parseAbi(['function mint(address to, uint256 amount)'])
  const data = encodeFunctionData({ abi, functionName: 'mint', args: [owner, 1_000_000_000n] })
  const [from] = await askNode(chain, 'eth_accounts')
  await askNode(chain, 'eth_sendTransaction', [{ from, to, data }])
}
