import { inlineSource, plainHtml, plainStyle } from '../platform/http/plainHtml.js'

// A window that a page has opened may close itself; in a tab of its own the words stay.
const script = 'setTimeout(function(){window.close()},1500)'

/** A page of the window in which a purchase is paid, for when there is no page of a provider to show. */
export function onrampPage(options: {
  status: 200 | 404 | 503
  title: string
  line: string
  /** Closes the window after a moment. */
  closes?: boolean
}): Response {
  const { status, title, line, closes = false } = options
  return new Response(plainHtml(title, [line], closes ? script : undefined), {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'content-security-policy': `default-src 'none'; style-src ${plainStyle}; script-src ${closes ? inlineSource(script) : "'none'"}; form-action 'none'; frame-ancestors 'none'; base-uri 'none'`,
    },
  })
}
