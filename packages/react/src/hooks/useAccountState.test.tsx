import { setCurrentTab } from '@latchkey/core'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { ada, embeddedModal } from '../../test/embeddedModal.js'
import { useAccountState } from './useAccountState.js'

function Facts() {
  const { user, preferredAccountType, currentTab, status } = useAccountState({ namespace: 'eip155' })
  return <p>{`${status}, ${user?.email ?? 'nobody'}, ${preferredAccountType}, ${currentTab}`}</p>
}

it('behavior: follows the config and the wallet', async () => {
  const { config, fake } = await embeddedModal({ as: ada, children: <Facts /> })
  await expect.element(page.getByText('connected, ada@example.com, smartAccount, 0')).toBeVisible()
  fake.set({ email: 'new@example.com', preferredAccountTypes: { eip155: 'eoa' } })
  await expect.element(page.getByText('connected, new@example.com, eoa, 0')).toBeVisible()
  setCurrentTab(config, { namespace: 'eip155', tab: 2 })
  await expect.element(page.getByText('connected, new@example.com, eoa, 2')).toBeVisible()
})
