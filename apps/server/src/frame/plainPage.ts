import { createHash } from 'node:crypto'
import { escapeHtml } from '../platform/http/escapeHtml.js'

const style =
  ':root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-items:center;background:light-dark(#f2f5f4,#0c110f);color:light-dark(#10201c,#ecf3f0);font:16px/1.5 system-ui,sans-serif}main{box-sizing:border-box;width:min(400px,100% - 32px);padding:32px 28px;border-radius:20px;background:light-dark(#fff,#121816)}p{margin:0 0 12px}p:first-child{font-weight:600}p:last-child{margin:0}'
const styleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`

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
  const body = [title, ...lines].map((line) => `<p>${escapeHtml(line)}</p>`).join('')
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${style}</style></head><body><main>${body}</main></body></html>`
  const policy = headers['content-security-policy']?.replace("style-src 'self'", `style-src ${styleHash}`) ?? ''
  return new Response(html, {
    status,
    headers: {
      ...headers,
      'content-security-policy': policy,
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    },
  })
}
