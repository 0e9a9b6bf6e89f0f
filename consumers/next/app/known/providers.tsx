'use client'
import type { InitialState } from '@latchkey/core'
import { LatchkeyProvider } from '@latchkey/react'
import type { ReactNode } from 'react'
import { config } from '../../config'

export function Providers({ children, initialState }: { children: ReactNode; initialState: InitialState | undefined }) {
  return (
    <LatchkeyProvider config={config} initialState={initialState}>
      {children}
    </LatchkeyProvider>
  )
}
