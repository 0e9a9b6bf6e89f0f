import '@latchkey/react/styles.css'
import type { ReactNode } from 'react'
import { Providers } from './providers'

// biome-ignore lint/style/noDefaultExport: Next.js finds it by this
export default function Layout({ children }: { children: ReactNode }) {
  return <Providers>{children}</Providers>
}
