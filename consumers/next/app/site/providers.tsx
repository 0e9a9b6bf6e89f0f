'use client'
import { injected } from '@latchkey/connectors/injected'
import { createConfig, LatchkeyProvider, mainnet } from '@latchkey/react'
import type { ReactNode } from 'react'

const config = createConfig({ chains: [mainnet], connectors: [injected()] })

export function Providers({ children }: { children: ReactNode }) {
  return <LatchkeyProvider config={config}>{children}</LatchkeyProvider>
}
