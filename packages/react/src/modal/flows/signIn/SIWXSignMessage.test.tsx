import { type CreateConnector, connect, disconnect, localSignIn, type SignInAdapter, signOut } from '@latchkey/core'
import { createFakeConnector } from '@latchkey/core/testing'
import { formatSignInMessage } from '@latchkey/protocol/siwx'
import { hexToString } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../../test/axe.js'
import { base, mainnet } from '../../../../test/chains.js'
import { setUp } from '../../../../test/setUp.js'
import { ConnectButton } from '../../../components/ConnectButton.js'
import { useSignIn } from '../../../hooks/useSignIn.js'

const id = 'dev.latchkey.fake'
const ada = privateKeyToAccount(`0x${'7'.repeat(64)}`)
const metadata = { name: 'Example App', description: '', url: 'https://app.example', icons: [] }
const button = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true })
const view = (name: string) => expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', name)
const closed = () => vi.waitFor(() => expect(document.querySelector('dialog.lk-modal[open]')).toBeNull())

/** A wallet with a real key that signs, declines or keeps silent. */
function makeWallet() {
  const signing = { conduct: 'sign' as 'sign' | 'reject' | 'wait', asked: [] as string[] }
  const request = async ({ params }: { params: [`0x${string}`] }) => {
    const message = hexToString(params[0])
    signing.asked.push(message)
    if (signing.conduct === 'wait') return new Promise<never>(() => {})
    if (signing.conduct === 'reject') throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
    return ada.signMessage({ message })
  }
  const fake = createFakeConnector({ addresses: [ada.address], getProvider: async () => ({ request }) })
  return { fake, signing }
}

async function app(options: Parameters<typeof setUp>[0] = {}) {
  const { fake, signing } = makeWallet()
  const drawn = await setUp({ wallets: [fake], siwx: localSignIn(), metadata, ...options })
  return { ...drawn, fake, signing, modal: drawn.modal, toasts: drawn.toasts }
}

/** Connected by a click in the modal, and asked to sign. */
async function asked(options: Parameters<typeof setUp>[0] = {}) {
  const drawn = await app(options)
  drawn.modal.open()
  await button('Fake Wallet').click()
  await view('SIWXSignMessage')
  await expect.element(button('Sign')).toBeVisible()
  return drawn
}

function ownAdapter(change: Partial<SignInAdapter>): SignInAdapter {
  const values = new Map<string, unknown>()
  const storage = {
    get: (key: string) => values.get(key) as undefined,
    set: (key: string, value: unknown) => void values.set(key, value),
    remove: (key: string) => void values.delete(key),
  }
  return { ...localSignIn()({ storage, chains: () => [mainnet, base], rpcUrls: () => [] }), ...change }
}

describe('SIWXSignMessage', () => {
  it('[S2-18] who connects without a sign-in sees the app’s name, where, Sign and Cancel; a signature ends it', async () => {
    const { config, signing } = await asked()
    await expect.element(page.getByRole('heading', { name: 'Sign in to Example App' })).toBeVisible()
    await expect.element(page.getByRole('definition').getByText(window.location.host)).toBeVisible()
    await expect.element(page.getByRole('definition').getByText('Ethereum')).toBeVisible()
    await expect.element(button('Cancel')).toBeVisible()
    expect(document.querySelector('.lk-header-side button[aria-label="Back"]')).toBeNull()
    await button('Sign').click()
    await closed()
    expect(config.signIn?.getState().status).toBe('signedIn')
    expect(signing.asked).toHaveLength(1)
    expect(signing.asked[0]).toContain(`${window.location.host} wants you to sign in with your Ethereum account:`)
  })

  it('[S2-18] while it is required nothing closes the modal but Sign and Cancel, and it says so in words; Cancel disconnects', async () => {
    const { config, modal } = await asked()
    await userEvent.keyboard('{Escape}')
    expect(modal.getState()).toMatchObject({ open: true, shaking: true })
    await expect.element(page.getByRole('alert').getByText('To continue, sign the message.')).toBeVisible()
    await button('Close').click()
    expect(modal.close()).toBe(false)
    await view('SIWXSignMessage')
    await button('Cancel').click()
    await view('Connect')
    expect(config.state.status).toBe('disconnected')
    expect(modal.close()).toBe(true)
  })

  it('[S2-18] option localSignIn.required: where it is not required it can be closed and cancelled, and the wallet stays', async () => {
    for (const leave of ['close', 'cancel']) {
      const { config, modal, screen } = await asked({ siwx: localSignIn({ required: false }) })
      if (leave === 'close') modal.close()
      else await button('Cancel').click()
      await closed()
      expect(config.state.status).toBe('connected')
      modal.open()
      await view('Account')
      await screen.unmount()
    }
  })

  it("[S8-21] who declines sees 'Error signing message'; the view stays and can be signed in", async () => {
    const { config, signing, toasts } = await asked()
    signing.conduct = 'reject'
    await button('Sign').click()
    await vi.waitFor(() =>
      expect(toasts.getState()).toMatchObject({ message: 'Error signing message', variant: 'error' }),
    )
    await view('SIWXSignMessage')
    expect(config.state.status).toBe('connected')
    signing.conduct = 'sign'
    await button('Sign').click()
    await closed()
    expect(config.signIn?.getState().status).toBe('signedIn')
  })

  it('behavior: while the wallet is asked it says where to look; Cancel then disconnects too', async () => {
    const { config, signing } = await asked()
    signing.conduct = 'wait'
    await button('Sign').click()
    await expect.element(page.getByText('Read the message in Fake Wallet and sign it there.')).toBeVisible()
    await expect.element(button('Sign')).toBeDisabled()
    expect(document.querySelector('.lk-waiting .lk-picture')?.textContent).toBe('F')
    await button('Cancel').click()
    await view('Connect')
    expect(config.state.status).toBe('disconnected')
  })

  it("[S8-22] when getSessions fails, 'A problem occurred while trying initialize authentication' is shown over the wallets", async () => {
    const getSessions = () => Promise.reject(new Error('The service is away.'))
    const { config, modal, toasts } = await app({ siwx: ownAdapter({ getSessions }) })
    modal.open()
    await button('Fake Wallet').click()
    await vi.waitFor(() =>
      expect(toasts.getState()).toMatchObject({
        message: 'A problem occurred while trying initialize authentication',
        variant: 'error',
      }),
    )
    await view('Connect')
    await vi.waitFor(() => expect(config.state.status).toBe('disconnected'))
  })

  it('[S8-22] also when the failure comes late: the account that is shown by then gives way, and the words stay', async () => {
    let fail = () => {}
    const getSessions = () =>
      new Promise<never>((_, reject) => {
        fail = () => reject(new Error('The service is away.'))
      })
    const { config, modal, toasts } = await app({ siwx: ownAdapter({ getSessions }) })
    const said: (string | undefined)[] = []
    toasts.subscribe(() => said.push(toasts.getState()?.message))
    modal.open()
    await button('Fake Wallet').click()
    await view('Account')
    await expect.element(page.getByRole('tab').first()).toBeVisible()
    fail()
    await vi.waitFor(() => expect(config.state.status).toBe('disconnected'))
    await view('Connect')
    await expect.element(button('Fake Wallet')).toBeVisible()
    expect(said).toContain('A problem occurred while trying initialize authentication')
    expect(said).not.toContain('The wallet disconnected')
  })

  it("[S8-27] 'Authenticating...' is shown while what a wallet signed on the way is kept, and the view is skipped", async () => {
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const adapter = ownAdapter({})
    const addSession: SignInAdapter['addSession'] = async (session) => {
      await held
      await adapter.addSession(session)
    }
    const { fake } = makeWallet()
    const create: CreateConnector = (host) => {
      const connector = fake.create(host)
      if ('discover' in connector) throw new Error('The fake is one connector.')
      return {
        ...connector,
        kind: 'external',
        async connect(request) {
          const session = await connector.connect(request)
          if (!request.signIn) return session
          const message = formatSignInMessage({ ...request.signIn, accountAddress: ada.address, chainId: 'eip155:1' })
          const signature = await ada.signMessage({ message })
          return { ...session, signIn: [{ account: `eip155:1:${ada.address}`, message, signature }] }
        },
      }
    }
    const { config, modal, toasts } = await app({ wallets: [], connectors: [create], siwx: { ...adapter, addSession } })
    const views: (string | undefined)[] = []
    modal.subscribe(() => views.push(modal.getState().stack.at(-1)?.view))
    const connecting = connect(config, { connector: id })
    await vi.waitFor(() =>
      expect(toasts.getState()).toMatchObject({ message: 'Authenticating...', variant: 'loading' }),
    )
    letGo()
    await connecting
    await vi.waitFor(() => expect(config.signIn?.getState().status).toBe('signedIn'))
    expect(toasts.getState()).toBeUndefined()
    expect(views).not.toContain('SIWXSignMessage')
  })

  it('behavior: another network asks again, over whatever led there; the network of before does not', async () => {
    const { config, modal } = await asked()
    await button('Sign').click()
    await closed()
    modal.open({ view: 'SwitchNetwork', data: { network: base } })
    await view('SIWXSignMessage')
    await expect.element(page.getByRole('definition').getByText('Base')).toBeVisible()
    await button('Sign').click()
    await closed()
    modal.open({ view: 'SwitchNetwork', data: { network: mainnet } })
    await view('Account')
    await vi.waitFor(() => expect(config.signIn?.getState().status).toBe('signedIn'))
  })

  it('[S9-79] option localSignIn.signOutOnDisconnect: who disconnects is signed out, and is asked again; not so where signOutOnDisconnect is false', async () => {
    for (const signOutOnDisconnect of [true, false]) {
      const { config, screen } = await asked({ siwx: localSignIn({ signOutOnDisconnect }) })
      await button('Sign').click()
      await closed()
      await disconnect(config)
      await vi.waitFor(() => expect(config.signIn?.getState().status).toBe('idle'))
      await connect(config, { connector: id })
      if (signOutOnDisconnect) await view('SIWXSignMessage')
      else await vi.waitFor(() => expect(config.signIn?.getState().status).toBe('signedIn'))
      await screen.unmount()
    }
  })

  it('option siwx, metadata: who connects is asked to sign in to the app by its name', async () => {
    await asked()
    await expect.element(page.getByRole('heading', { name: 'Sign in to Example App' })).toBeVisible()
  })

  it('option localSignIn.statement, localSignIn.life, localSignIn.resources, localSignIn.notBefore, localSignIn.domain, localSignIn.uri: are in the message that is signed', async () => {
    const { config, signing } = await asked({
      siwx: localSignIn({
        statement: 'Sign in to read.',
        life: 60_000,
        resources: ['https://app.example/terms'],
        notBefore: new Date(0),
        domain: 'app.example',
        uri: 'https://app.example',
      }),
    })
    await button('Sign').click()
    await closed()
    expect(config.signIn?.getState().status).toBe('signedIn')
    const [text = ''] = signing.asked
    expect(text).toMatch(/^app\.example wants you to sign in/)
    expect(text).toContain('Sign in to read.')
    expect(text).toContain('URI: https://app.example\n')
    expect(text).toContain('Not Before: 1970-01-01T00:00:00.000Z')
    expect(text).toContain('Resources:\n- https://app.example/terms')
    const time = (field: string) => Date.parse(new RegExp(`${field}: (.+)`).exec(text)?.[1] ?? '')
    expect(time('Expiration Time') - time('Issued At')).toBe(60_000)
  })

  it('behavior: the wallet goes away while it asks: the wallets are shown', async () => {
    const { fake } = await asked()
    fake.say('disconnect')
    await view('Connect')
  })

  it('behavior: who signed out by the app’s own button is not asked at once, and is when the modal is opened', async () => {
    const { config, modal } = await asked()
    await button('Sign').click()
    await closed()
    await signOut(config)
    expect(modal.getState().open).toBe(false)
    modal.open()
    await view('SIWXSignMessage')
  })

  it('behavior: by keyboard alone', async () => {
    const { config } = await asked()
    await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Sign'))
    await userEvent.keyboard('{Enter}')
    await closed()
    expect(config.signIn?.getState().status).toBe('signedIn')
  })

  it.each([
    ['light', 'ltr'],
    ['dark', 'rtl'],
  ] as const)('behavior: nobody is shut out on a phone, %s and %s', async (themeMode, dir) => {
    await page.viewport(390, 844)
    document.documentElement.dir = dir
    onTestFinished(async () => {
      document.documentElement.removeAttribute('dir')
      await page.viewport(1280, 800)
    })
    await asked({ themeMode })
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('alert')).toBeVisible()
    await expectAccessible()
    const { scrollWidth, clientWidth } = document.querySelector('dialog.lk-modal .lk-content') as HTMLElement
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
  })
})

describe('useSignIn', () => {
  function Panel() {
    const { status, isSignedIn, isPending, isRequired, session, signIn, signOut: leave } = useSignIn()
    return (
      <>
        <output>
          {[status, isSignedIn, isPending, isRequired, session?.data.accountAddress ?? 'nobody'].join(' ')}
        </output>
        <button type="button" onClick={() => signIn().catch(() => {})}>
          in
        </button>
        <button type="button" onClick={() => leave()}>
          out
        </button>
        <ConnectButton />
      </>
    )
  }
  const says = (text: string) => vi.waitFor(() => expect(document.querySelector('output')?.textContent).toBe(text))

  it('behavior: tells how signing in stands, signs in and out', async () => {
    const { config, modal } = await app({ siwx: localSignIn({ required: false }), children: <Panel /> })
    await says('idle false false false nobody')
    await connect(config, { connector: id })
    await view('SIWXSignMessage')
    modal.close()
    await says('unsigned false false false nobody')
    await page.getByRole('button', { name: 'in', exact: true }).click()
    await says(`signedIn true false false ${ada.address}`)
    await page.getByRole('button', { name: 'out', exact: true }).click()
    await says('unsigned false false false nobody')
  })

  it('behavior: without siwx nobody is asked', async () => {
    const { fake } = makeWallet()
    const { config, modal } = await setUp({ wallets: [fake], children: <Panel /> })
    await connect(config, { connector: id })
    await says('idle false false false nobody')
    await page.getByRole('button', { name: 'in', exact: true }).click()
    await says('idle false false false nobody')
    expect(modal.getState().open).toBe(false)
  })
})
