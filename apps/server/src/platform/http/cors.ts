/** Any page may call: no cookies and no other ambient credentials are ever used. */
export const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'x-request-id, retry-after',
} as const

/** What a preflight is answered with. @see https://fetch.spec.whatwg.org/#http-cors-protocol */
export const preflightHeaders = {
  ...corsHeaders,
  'access-control-allow-methods': 'GET, POST, PUT, OPTIONS',
  'access-control-allow-headers':
    'content-type, authorization, x-nonce-jwt, x-otp, solana-client, x-sdk-type, x-sdk-version',
  'access-control-max-age': '86400',
} as const
