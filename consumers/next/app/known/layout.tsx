import '@latchkey/react/styles.css'
import { cookieToInitialState } from '@latchkey/core'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { config } from '../../config'
import { Providers } from './providers'

// biome-ignore lint/style/noDefaultExport: Next.js finds it by this
export default async function Layout({ children }: { children: ReactNode }) {
  const initialState = cookieToInitialState(config, (await headers()).get('cookie'))
  return <Providers initialState={initialState}>{children}</Providers>
}
