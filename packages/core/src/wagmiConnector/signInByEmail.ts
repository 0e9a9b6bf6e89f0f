import type { ChainId } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { connect } from '../actions/connect.js'
import type { Config } from '../createConfig.js'
import { isEmbedded } from '../embedded.js'

/** Signs in with the embedded wallet without a view of ours: the mail, its link on a new browser, the code in the frame. */
export async function signInByEmail(config: Config, email: string, chainId: ChainId | undefined): Promise<void> {
  const connector = config.connectors.find(isEmbedded)
  if (!connector) {
    throw new LatchkeyError('CONNECTOR_NOT_FOUND', 'The config has no e-mail wallet.', {
      hints: ['Pass embedded({ url }) in connectors.'],
    })
  }
  const { embedded } = connector
  const { action } = await embedded.connectEmail({ email })
  if (action === 'VERIFY_DEVICE') await embedded.connectDevice()
  if (action !== 'CONNECT') await embedded.enterCode({ purpose: 'login' })
  await connect(config, { connector, ...(chainId ? { chainId } : {}) })
}
