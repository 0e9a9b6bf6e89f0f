// Over databases that were made before, also where a project has no set-up for that.
import './keepCluster.js'
import { type RunningServer, type StartServerOptions, startServer } from '../src/startServer.js'
import { layCluster } from './layCluster.js'

/** A server on a free port with its database in memory unless it is given a folder, that reads no environment. */
export async function startTestServer(options: StartServerOptions = {}): Promise<RunningServer> {
  if (typeof options.dataDir === 'string') await layCluster(options.dataDir)
  return startServer({
    port: 0,
    dataDir: false,
    env: {
      LATCHKEY_LOG_LEVEL: 'silent',
      ...(options.env?.LATCHKEY_MODE === 'production' ? { LATCHKEY_PUBLIC_URL: 'https://api.example' } : {}),
      ...options.env,
    },
    ...withoutEnv(options),
  })
}

function withoutEnv({ env: _, ...rest }: StartServerOptions): StartServerOptions {
  return rest
}
