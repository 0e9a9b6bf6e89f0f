import type { SocialProvider } from '@latchkey/core'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { embeddedModal, until } from '../../test/embeddedModal.js'
import { useFarcasterSignIn } from './useFarcasterSignIn.js'
import { useSocialSignIn } from './useSocialSignIn.js'

const socials: readonly SocialProvider[] = ['google', 'farcaster']

/** Buttons that an app draws by itself. */
function Buttons() {
  const { socials, signIn, pending, error, failed } = useSocialSignIn({ chainId: 'eip155:8453' })
  return (
    <>
      {socials.map((name) => (
        <button
          key={name}
          type="button"
          disabled={pending !== undefined}
          onClick={() => name !== 'farcaster' && signIn(name)}
        >
          {name}
        </button>
      ))}
      <output>{error ? `${error.code}: ${error.message}` : 'nothing'}</output>
      {failed && (
        <button type="button" onClick={() => signIn(failed, { redirect: true })}>
          here
        </button>
      )}
    </>
  )
}

function Farcaster() {
  const { url, error, retry } = useFarcasterSignIn()
  return (
    <>
      {url && <a href={url}>Open Farcaster</a>}
      {error && (
        <button type="button" onClick={retry}>
          {error.message}
        </button>
      )}
    </>
  )
}

it('useSocialSignIn signs in by buttons of the app, on the network that it names, without the modal', async () => {
  const { fake, config, modal } = await embeddedModal({ socials, children: <Buttons /> })
  await expect.element(page.getByRole('button', { name: 'farcaster' })).toBeVisible()
  await page.getByRole('button', { name: 'google' }).click()
  await until(() => expect(config.state.connections.has('ID_AUTH')).toBe(true))
  expect(fake.calls).toContain('connectSocial google')
  expect(config.state.chainIds.eip155).toBe('eip155:8453')
  expect(modal.getState().open).toBe(false)
})

it('useSocialSignIn says what went wrong, and goes on in place of the page where the app wants it', async () => {
  const { fake, config } = await embeddedModal({ socials, children: <Buttons /> })
  fake.switches.refuseSocial = 'The sign-in was refused at Google.'
  await page.getByRole('button', { name: 'google' }).click()
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent('CONNECTION_FAILED: The sign-in was refused at Google.')
  expect(config.state.connections.size).toBe(0)
  fake.switches.refuseSocial = undefined
  await page.getByRole('button', { name: 'here' }).click()
  await until(() => expect(config.state.connections.has('ID_AUTH')).toBe(true))
  expect(fake.calls).toContain('connectSocial google redirect')
})

it('useSocialSignIn says why the sign-in failed for which the page was left', async () => {
  const { fake } = await embeddedModal({ socials, children: <Buttons /> })
  fake.set({ socialTrouble: 'The sign-in was refused at Google.' })
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent('CONNECTION_FAILED: The sign-in was refused at Google.')
})

it('useFarcasterSignIn gives the link, says what went wrong, and connects', async () => {
  const { fake, config } = await embeddedModal({ socials, children: <Farcaster /> })
  await expect.element(page.getByRole('link', { name: 'Open Farcaster' })).toBeVisible()
  fake.answerFarcaster('Farcaster did not confirm who you are.')
  await page.getByRole('button', { name: 'Farcaster did not confirm who you are.' }).click()
  await expect.element(page.getByRole('link', { name: 'Open Farcaster' })).toBeVisible()
  fake.answerFarcaster()
  await until(() => expect(config.state.connections.has('ID_AUTH')).toBe(true))
})
