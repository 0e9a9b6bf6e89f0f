import '@latchkey/react/styles.css'
import { LatchkeyProvider } from '@latchkey/react'
import type { AppProps } from 'next/app'
import { config } from '../config'

// biome-ignore lint/style/noDefaultExport: Next.js finds it by this
export default function App({ Component, pageProps }: AppProps) {
  return (
    <LatchkeyProvider config={config} initialState={pageProps.initialState}>
      <Component {...pageProps} />
    </LatchkeyProvider>
  )
}
