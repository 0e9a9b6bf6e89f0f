// A page for those who signed in at a Latchkey server, which tells who they are by a token.
import { tokenVerifier } from '@latchkey/core/server'

export function orders(origin) {
  // biome-ignore lint/style/noProcessEnv: what the runner of the app sets
  const tokens = tokenVerifier({ url: process.env.LATCHKEY_URL, projectId: 'shop', origin })
  return async (request) => {
    try {
      const { account } = await tokens.verify(request.headers.get('authorization'))
      return new Response(`Orders of ${account}`)
    } catch (error) {
      return new Response(error.message, { status: error.code === 'UNAUTHORIZED' ? 401 : 503 })
    }
  }
}
