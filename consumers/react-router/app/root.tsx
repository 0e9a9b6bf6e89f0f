import '@latchkey/react/styles.css'
import { cookieToInitialState } from '@latchkey/core'
import { LatchkeyProvider } from '@latchkey/react'
import type { ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import type { Route } from './+types/root'
import { config } from './config'

export function loader({ request }: Route.LoaderArgs) {
  return { initialState: cookieToInitialState(config, request.headers.get('cookie')) }
}

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>React Router</title>
        <link rel="icon" href="data:," />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

// biome-ignore lint/style/noDefaultExport: React Router finds it by this
export default function App({ loaderData }: Route.ComponentProps) {
  return (
    <LatchkeyProvider config={config} initialState={loaderData.initialState}>
      <Outlet />
    </LatchkeyProvider>
  )
}
