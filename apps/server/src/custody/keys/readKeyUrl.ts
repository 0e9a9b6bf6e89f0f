import { LatchkeyError } from '@latchkey/protocol/errors'

/** The location of keys in one setting. */
export type KeyPlace =
  | { kind: 'file'; path: string }
  | { kind: 'aws'; region: string; keyId: string; endpoint?: string; credentials?: string }
  | { kind: 'gcp'; key: string; endpoint?: string; token?: string }
  | { kind: 'vault'; url: string; mount: string; key: string; token: string }
  | { kind: 'pkcs11'; module: string; token: string; label: string; pinSource?: string }

/**
 * Reads the setting that says where keys are: the path of a key ring, or one of
 * `aws-kms://<region>/<key id>`, `gcp-kms://projects/…/cryptoKeys/<key>`, `vault://<host>/<mount>/<key>?token=<file>` and
 * `pkcs11:token=…;object=…?module-path=…&pin-source=…` (RFC 7512). Secrets are in files, never in the setting itself.
 *
 * @param text - The setting.
 * @param name - Its name, for messages.
 * @returns The place.
 * @throws LatchkeyError INVALID_CONFIG that names the setting and never quotes it.
 */
export function readKeyUrl(text: string, name: string): KeyPlace {
  const refuse = (reason: string) => new LatchkeyError('INVALID_CONFIG', `${name} ${reason}`)
  if (text.startsWith('pkcs11:')) return readPkcs11(text, refuse)
  if (!/^[a-z][a-z+-]*:/.test(text)) return { kind: 'file', path: text }
  let url: URL
  try {
    url = new URL(text)
  } catch {
    throw refuse('is no URL')
  }
  if (url.username !== '' || url.password !== '' || url.hash !== '')
    throw refuse('must hold no login; name a file with ?token= or ?credentials=')
  const query = (allowed: readonly string[]): { [name: string]: string } => {
    const found = [...url.searchParams].filter(([, value]) => value !== '')
    if (found.some(([key]) => !allowed.includes(key))) throw refuse(`may only have ${allowed.join(', ')} behind the ?`)
    return Object.fromEntries(found)
  }
  const path = url.pathname.replace(/^\//, '')
  switch (url.protocol) {
    case 'aws-kms:': {
      // An alias could name the key of the other half without anybody seeing it.
      const keyId = /^(?:arn:aws[\w-]*:kms:[\w-]+:\d+:key\/)?((?:mrk-)?[0-9a-f-]{32,36})$/.exec(path)?.[1]
      if (keyId === undefined || !/^[a-z0-9-]+$/.test(url.hostname))
        throw refuse('must be aws-kms://<region>/<key id>; an alias is no key id')
      const { endpoint, ...more } = query(['endpoint', 'credentials'])
      return { kind: 'aws', region: url.hostname, keyId, ...safe(endpoint, refuse), ...more }
    }
    case 'gcp-kms:': {
      const key = `${url.hostname}/${path}`
      if (!/^projects\/[^/]+\/locations\/[^/]+\/keyRings\/[^/]+\/cryptoKeys\/[^/]+$/.test(key))
        throw refuse('must be gcp-kms://projects/…/locations/…/keyRings/…/cryptoKeys/…')
      const { endpoint, ...more } = query(['endpoint', 'token'])
      return { kind: 'gcp', key, ...safe(endpoint, refuse), ...more }
    }
    case 'vault:':
    case 'vault+http:': {
      const parts = path.split('/')
      const key = parts.pop() ?? ''
      const { token } = query(['token'])
      if (parts.length < 1 || parts[0] === '' || !/^[\w.-]+$/.test(key) || token === undefined)
        throw refuse('must be vault://<host>/<mount>/<key>?token=<file>')
      const { endpoint } = safe(`${url.protocol === 'vault:' ? 'https' : 'http'}://${url.host}`, refuse)
      return { kind: 'vault', url: endpoint ?? '', mount: parts.join('/'), key, token }
    }
    default:
      throw refuse('must be a path, aws-kms://, gcp-kms://, vault:// or pkcs11:')
  }
}

type Refuse = (reason: string) => LatchkeyError

/** Takes an address of a key service: https, or this machine. */
function safe(endpoint: string | undefined, refuse: Refuse): { endpoint?: string } {
  if (endpoint === undefined) return {}
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined
  const isHere = url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (url === undefined || !(url.protocol === 'https:' || isHere)) throw refuse('must reach its service by https')
  return { endpoint: url.href.replace(/\/$/, '') }
}

function readPkcs11(text: string, refuse: Refuse): KeyPlace {
  const [path = '', query = ''] = text.slice('pkcs11:'.length).split('?')
  const read = (list: string, separator: string): { [name: string]: string } => {
    const pairs = list.split(separator).filter((pair) => pair !== '')
    return Object.fromEntries(
      pairs.map((pair) => {
        const at = pair.indexOf('=')
        return [pair.slice(0, at), decode(pair.slice(at + 1), refuse)]
      }),
    )
  }
  const { token, object, type = 'secret-key', ...otherPath } = read(path, ';')
  const { 'module-path': module, 'pin-source': pinSource, ...otherQuery } = read(query, '&')
  if ('pin-value' in otherQuery) throw refuse('must hold no PIN; name a file with pin-source=')
  const unknown = [...Object.keys(otherPath), ...Object.keys(otherQuery)]
  if (unknown.length > 0 || !token || !object || !module || type !== 'secret-key')
    throw refuse('must be pkcs11:token=…;object=…?module-path=…&pin-source=…')
  return {
    kind: 'pkcs11',
    module,
    token,
    label: object,
    ...(pinSource === undefined ? {} : { pinSource: pinSource.replace(/^file:(\/\/)?/, '') }),
  }
}

function decode(text: string, refuse: Refuse): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw refuse('is not percent-encoded as it should be')
  }
}
