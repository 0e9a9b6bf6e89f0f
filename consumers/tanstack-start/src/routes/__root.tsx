import { cookieToInitialState } from '@latchkey/core'
import { LatchkeyProvider } from '@latchkey/react'
import styles from '@latchkey/react/styles.css?url'
import { createRootRoute, HeadContent, Outlet, Scripts } from '@tanstack/react-router'
import { createServerFn } from '@tanstack/react-start'
import { getRequestHeader } from '@tanstack/react-start/server'
import { config } from '../config'

const readInitialState = createServerFn().handler(() => cookieToInitialState(config, getRequestHeader('cookie')))

export const Route = createRootRoute({
  loader: () => readInitialState(),
  head: () => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1' },
      { title: 'TanStack Start' },
    ],
    links: [
      { rel: 'stylesheet', href: styles },
      { rel: 'icon', href: 'data:,' },
    ],
  }),
  component: Root,
})

function Root() {
  return (
    <html lang="en">
      <head>
        <HeadContent />
      </head>
      <body>
        <LatchkeyProvider config={config} initialState={Route.useLoaderData()}>
          <Outlet />
        </LatchkeyProvider>
        <Scripts />
      </body>
    </html>
  )
}
