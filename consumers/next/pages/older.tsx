import { cookieToInitialState } from '@latchkey/core'
import { ConnectButton } from '@latchkey/react'
import type { GetServerSideProps } from 'next'
import Head from 'next/head'
import { config } from '../config'
import { Status } from '../status'

// The props of a page are JSON, which knows no undefined.
export const getServerSideProps: GetServerSideProps = async ({ req }) => ({
  props: { initialState: cookieToInitialState(config, req.headers.cookie) ?? null },
})

// biome-ignore lint/style/noDefaultExport: Next.js finds it by this
export default function Page() {
  return (
    <main>
      <Head>
        <title>Pages router</title>
        <link rel="icon" href="data:," />
      </Head>
      <ConnectButton />
      <Status />
    </main>
  )
}
