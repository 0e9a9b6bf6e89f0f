import { describe, it } from 'vitest'
import { useBrowser } from './browser.js'
import { eventually } from './eventually.js'
import { activityShows, familyOf, fund, switchTo } from './familySteps.js'
import { finger, mouse } from './inputs.js'
import {
  browserWallet,
  buyByCard,
  embeddedWallet,
  type HandName,
  type Holder,
  sendCollectible,
  swapThereAndBack,
} from './moneySteps.js'

const { visit } = useBrowser('parted')
const sizes = { 'a mouse': 'desktop', 'a finger': 'phone' } as const

/** Does all that moves money, and finds each of it in the list of what was done; the local provider mints what it sells. */
async function spend(holder: Holder, hand: HandName): Promise<void> {
  await swapThereAndBack(holder)
  await buyByCard(holder)
  await sendCollectible(holder)
  const { page } = holder.site
  const done = [/Swapped 0\.1 ETH for/, /Swapped 25 USDC for/, /Minted 98\.\d+ USDC/, /Sent .*Test Key/]
  await activityShows(holder.site, done, hand === 'a finger' ? finger(page) : mouse(page))
}

describe('a swap there and back, a purchase and a collectible are what was told, and stand in the history', () => {
  it('of a browser wallet, by a finger', async () => {
    const site = await visit({ size: 'phone' })
    await spend(await browserWallet(site, 'a finger'), 'a finger')
  })

  it.each<HandName>(['a mouse', 'a finger'])('of the embedded wallet, by %s', async (hand) => {
    const site = await visit({ size: sizes[hand], families: true })
    await spend(await embeddedWallet(site, hand, `money-${sizes[hand]}@mail.example`), hand)
    if (hand === 'a mouse') return
    const { home, page } = site
    for (const [family, network, form, received] of [
      ['solana', 'Local Solana', /^[1-9A-HJ-NP-Za-km-z]{32,44}$/, /Received [\d.,]+ (s?SOL|USDC)/],
      ['bip122', 'Local Bitcoin', /^bcrt1q/, /Received [\d.]+ BTC/],
    ] as const) {
      await switchTo(site, network, finger(page))
      await eventually(() => home.address.textContent()).toMatch(form)
      await fund(familyOf(family).chainId, (await home.address.textContent()) ?? '')
      await activityShows(site, [received], finger(page))
    }
  })
})
