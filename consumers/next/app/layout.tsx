import '@latchkey/react/styles.css'
import type { ReactNode } from 'react'
import { Providers } from './providers'

export const metadata = { title: 'Server rendered', icons: 'data:,' }

// biome-ignore lint/style/noDefaultExport: Next.js finds it by this
export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <Providers>{children}</Providers>
      </body>
    </html>
  )
}
