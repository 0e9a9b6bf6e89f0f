'use client'
import '@latchkey/react/styles.css'
import { injected } from '@latchkey/connectors/injected'
import { createConfig, LatchkeyProvider } from '@latchkey/react'
import type { ReactNode } from 'react'
import { authJsSignIn } from '../../authJsSignIn'
import { ethereum } from '../dapp/world'

const config = createConfig({ chains: [ethereum], connectors: [injected()], siwx: authJsSignIn })

// biome-ignore lint/style/noDefaultExport: Next.js finds it by this
export default function Layout({ children }: { children: ReactNode }) {
  return <LatchkeyProvider config={config}>{children}</LatchkeyProvider>
}
