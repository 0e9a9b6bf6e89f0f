import { createHash, createHmac } from 'node:crypto'

/** The credentials of a principal of AWS. */
export type AwsCredentials = { accessKeyId: string; secretAccessKey: string; sessionToken?: string | undefined }

/**
 * Signs one request by Signature Version 4.
 *
 * @param request - Method, URL, headers to sign besides `host` and `x-amz-date`, and the body.
 * @param scope - Who signs, for which region and service, and when.
 * @returns All headers to send; `host` is left to the client that sends them.
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export function signAws(
  request: { method: string; url: string; headers?: { readonly [name: string]: string }; body: string },
  scope: { credentials: AwsCredentials; region: string; service: string; at: Date },
): { [name: string]: string } {
  const url = new URL(request.url)
  const { credentials, region, service } = scope
  const time = scope.at.toISOString().replace(/[-:]|\.\d{3}/g, '')
  const day = time.slice(0, 8)
  const headers: { [name: string]: string } = {
    ...request.headers,
    'x-amz-date': time,
    ...(credentials.sessionToken === undefined ? {} : { 'x-amz-security-token': credentials.sessionToken }),
  }
  const signed = Object.entries({ ...headers, host: url.host })
    .map(([name, value]) => [name.toLowerCase(), value.trim().replace(/ +/g, ' ')] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const names = signed.map(([name]) => name).join(';')
  const canonical = [
    request.method,
    url.pathname,
    [...url.searchParams]
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
      .sort()
      .join('&'),
    ...signed.map(([name, value]) => `${name}:${value}`),
    '',
    names,
    sha256(request.body),
  ].join('\n')
  const credentialScope = `${day}/${region}/${service}/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', time, credentialScope, sha256(canonical)].join('\n')
  const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${credentials.secretAccessKey}`)
  const signature = hmac(key, toSign).toString('hex')
  headers.authorization = `AWS4-HMAC-SHA256 Credential=${credentials.accessKeyId}/${credentialScope}, SignedHeaders=${names}, Signature=${signature}`
  return headers
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
