import { cors } from 'hono/cors'

const exposed = ['x-request-id', 'retry-after']

/** Any page may call: no cookies and no other ambient credentials are ever used. For answers that no middleware sees. */
export const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposed.join(','),
} as const

/** Lets any page call, and answers what it asks beforehand. @see https://fetch.spec.whatwg.org/#http-cors-protocol */
export const allowPages = cors({
  origin: '*',
  exposeHeaders: exposed,
  allowMethods: ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'],
  allowHeaders: [
    'content-type',
    'authorization',
    'x-nonce-jwt',
    'x-otp',
    'solana-client',
    'x-sdk-type',
    'x-sdk-version',
  ],
  maxAge: 86_400,
})
