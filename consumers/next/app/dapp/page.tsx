import { cookieToInitialState } from '@latchkey/core'
import { headers } from 'next/headers'
import { config } from './config'
import { Dapp } from './Dapp'

export default async function Page() {
  return <Dapp initialState={cookieToInitialState(config, (await headers()).get('cookie'))} />
}
