import { isLatchkeyError, LatchkeyError } from '@latchkey/protocol/errors'
import { rpcTimeout } from '@latchkey/protocol/internal/limits'
import { within } from '@latchkey/protocol/internal/within'
import type { Alerts } from '../config/alerts.js'
import { version } from '../version.js'
import { readText } from './readText.js'

/** The data API and the project that calls it. */
export type ApiOptions = {
  /** Base URL of a Latchkey server, for example `https://api.example.com`. */
  readonly url: string
  /** The project ID; any text where the server is open. */
  readonly projectId?: string
}

/** Calls of the data API; answers are checked by the caller's schema. */
export type Api = {
  readonly url: string
  readonly projectId: string
  /** The URL of the JSON-RPC proxy for a chain. */
  rpcUrl(chainId: string): string
  request<answer>(call: ApiCall<answer>): Promise<answer>
}

/** One call of the data API. */
export type ApiCall<answer> = {
  readonly path: string
  readonly query?: { readonly [name: string]: string | undefined }
  readonly body?: unknown
  /** Checks the answer where it enters. */
  readonly parse: (answer: unknown) => answer
  readonly signal?: AbortSignal | undefined
}

/** Creates the client of a data API, which logs once when it cannot be reached. */
export function createApi(options: ApiOptions, warn?: Alerts['warn']): Api {
  const projectId = options.projectId ?? 'local'
  const base = options.url.endsWith('/') ? options.url : `${options.url}/`
  if (!/^https?:$/.test(URL.canParse(base) ? new URL(base).protocol : '')) {
    throw new LatchkeyError('INVALID_CONFIG', '`api.url` is not a URL.', {
      hints: ['Give all of it, for example https://api.example.com.'],
    })
  }

  function address(path: string, query: ApiCall<unknown>['query']): string {
    const url = new URL(path, base)
    for (const [name, value] of Object.entries({ ...query, projectId, st: 'latchkey', sv: `core-${version}` })) {
      if (value) url.searchParams.set(name, value)
    }
    return url.href
  }

  function blame(what: string): void {
    warn?.('API_UNREACHABLE', `${options.url} ${what}. It is set by createConfig({ api: { url } }).`)
  }

  return {
    url: base.slice(0, -1),
    projectId,
    rpcUrl: (chainId) => address('v1', { chainId }),
    async request(call) {
      const { response, text } = await fetchWithin(call, address(call.path, call.query)).catch((error) => {
        // A visitor without a network has nothing to do with the app's set-up.
        if (isLatchkeyError(error, 'API_UNREACHABLE') && globalThis.navigator?.onLine !== false)
          blame('does not answer, or does not allow this origin (CORS)')
        throw error
      })
      if (!response.ok) {
        if (response.status > 499) blame(`answers with status ${response.status}`)
        throw new LatchkeyError('API_REFUSED', `The data API rejected the request (${response.status}).`, {
          details: `HTTP status code: ${response.status}`,
          cause: { status: response.status, text },
        })
      }
      try {
        return call.parse(JSON.parse(text))
      } catch (cause) {
        throw new LatchkeyError('API_BAD_ANSWER', 'The data API returned an unexpected response.', {
          cause,
        })
      }
    },
  }
}

async function fetchWithin(call: ApiCall<unknown>, url: string): Promise<{ response: Response; text: string }> {
  try {
    return await within(rpcTimeout, call.signal, async (signal) => {
      // A JSON body without a content type stays a "simple" request, which saves the preflight.
      const response = await fetch(
        url,
        call.body === undefined ? { signal } : { method: 'POST', body: JSON.stringify(call.body), signal },
      )
      return { response, text: await readText(response) }
    })
  } catch (cause) {
    if (isLatchkeyError(cause)) throw new LatchkeyError('API_BAD_ANSWER', cause.message, { cause })
    if (call.signal?.aborted) throw new LatchkeyError('ABORTED', 'Request was aborted', { cause })
    throw new LatchkeyError('API_UNREACHABLE', 'The data API is not reachable.', { cause })
  }
}
