import { plainHtml, plainStyle } from '../platform/http/plainHtml.js'

/**
 * A page without a script, for when there is nothing else to show.
 *
 * @param headers - Those of the page in whose place it stands; its policy learns of the one style here.
 * @param lines - What it says, one paragraph each.
 */
export function plainPage(
  status: 200 | 404 | 503,
  headers: { [name: string]: string },
  title: string,
  lines: readonly string[],
): Response {
  const policy = headers['content-security-policy']?.replace("style-src 'self'", `style-src ${plainStyle}`) ?? ''
  return new Response(plainHtml(title, lines), {
    status,
    headers: {
      ...headers,
      'content-security-policy': policy,
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    },
  })
}
