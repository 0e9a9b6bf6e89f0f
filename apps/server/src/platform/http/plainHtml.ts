import { createHash } from 'node:crypto'
import { escapeHtml } from './escapeHtml.js'

const style =
  ':root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-items:center;background:light-dark(#f2f5f4,#0c110f);color:light-dark(#10201c,#ecf3f0);font:16px/1.5 system-ui,sans-serif}main{box-sizing:border-box;width:min(400px,100% - 32px);padding:32px 28px;border-radius:20px;background:light-dark(#fff,#121816)}p{margin:0 0 12px}p:first-child{font-weight:600}p:last-child{margin:0}'

/** A source of a Content-Security-Policy that allows one inline text. */
export function inlineSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** The source that allows the style of `plainHtml`. */
export const plainStyle: string = inlineSource(style)

/**
 * Renders a page with a message.
 *
 * @param title - Its title and first paragraph.
 * @param lines - The paragraphs after it.
 * @param script - An inline script, which the policy of the page must allow.
 */
export function plainHtml(title: string, lines: readonly string[], script?: string): string {
  const body = [title, ...lines].map((line) => `<p>${escapeHtml(line)}</p>`).join('')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${style}</style></head><body><main>${body}</main>${script === undefined ? '' : `<script>${script}</script>`}</body></html>`
}
