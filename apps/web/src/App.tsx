import { createStorage } from '@latchkey/core'
import { LatchkeyProvider, type ThemeMode } from '@latchkey/react'
import { lazy, Suspense, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { buildConfig } from './buildConfig.js'
import type { FamilyCode } from './familyCode.js'
import { defaultLook } from './look/defaultLook.js'
import type { Look } from './look/look.js'
import { lookVariables } from './look/lookVariables.js'
import { Footer } from './sections/Footer.js'
import { Header } from './sections/Header.js'
import { Hero } from './sections/Hero.js'
import { LocalBanner } from './sections/LocalBanner.js'
import { ReadOut } from './sections/ReadOut.js'
import type { Settings } from './settings.js'
import type { TestWallet } from './testWalletApi.js'

const Playground = lazy(() => import('./sections/Playground.js').then((m) => ({ default: m.Playground })))
const TestWalletPanel = lazy(() =>
  import('./sections/TestWalletPanel.js').then((m) => ({ default: m.TestWalletPanel })),
)

/** The page. */
export function App({
  settings,
  testWallet,
  families,
}: {
  settings: Settings
  testWallet: Promise<TestWallet | undefined> | undefined
  /** The code of other families; absent where none is offered. */
  families?: FamilyCode | undefined
}) {
  const [storage] = useState(() => createStorage({ prefix: '@latchkey-web/' }))
  const [look, setLook] = useState<Look>(() => ({
    ...defaultLook,
    themeMode: storage.get('theme', isThemeMode) ?? defaultLook.themeMode,
  }))
  const [config, setConfig] = useState(() => buildConfig(settings, look, families))
  const variables = useMemo(() => lookVariables(look), [look])
  const idle = useIdle()

  useLayoutEffect(() => {
    const { dataset, style } = document.documentElement
    dataset.theme = look.themeMode
    for (const name of ['accent', 'on-accent'] as const)
      style.setProperty(`--${name}`, variables[`--lk-${name}`] ?? null)
  }, [look.themeMode, variables])

  const change = (part: Partial<Look>) => {
    const next = { ...look, ...part }
    setLook(next)
    if (part.themeMode) storage.set('theme', part.themeMode)
    // What a config is made with holds for its life; the connection goes over to the next one through storage.
    if (part.features || part.networkSwitch !== undefined) {
      config.destroy()
      setConfig(buildConfig(settings, next, families))
    }
  }

  return (
    <LatchkeyProvider config={config} themeMode={look.themeMode} themeVariables={variables}>
      {settings.local && <LocalBanner inboxUrl={settings.inboxUrl} />}
      <div className="page">
        <Header themeMode={look.themeMode} onThemeMode={(themeMode) => change({ themeMode })} />
        <main>
          <Hero hasTestWallet={testWallet !== undefined} look={look} onLook={change} />
          <ReadOut faucetUrl={settings.faucetUrl} />
          {testWallet && (
            <Suspense fallback={<div className="panel test-wallet" aria-hidden="true" />}>
              <TestWalletPanel loading={testWallet} />
            </Suspense>
          )}
          {idle && (
            <Suspense fallback={null}>
              <Playground settings={settings} look={look} onLook={change} />
            </Suspense>
          )}
        </main>
        <Footer />
      </div>
    </LatchkeyProvider>
  )
}

function isThemeMode(value: unknown): value is ThemeMode {
  return value === 'light' || value === 'dark' || value === 'system'
}

/** True once the browser has nothing more urgent to do: what is below the fold is loaded then. */
function useIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(() => setIdle(true), 300)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(() => setIdle(true), { timeout: 2_000 })
    return () => cancelIdleCallback(handle)
  }, [])
  return idle
}
