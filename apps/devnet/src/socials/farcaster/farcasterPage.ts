import { farcasterAccounts } from './farcasterAccounts.js'

const style =
  ':root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-items:center;background:light-dark(#efeafa,#100d17);color:light-dark(#1b1526,#f1edf9);font:16px/1.5 system-ui,sans-serif}main{box-sizing:border-box;width:min(390px,100% - 32px);padding:32px 24px;border-radius:28px;background:light-dark(#fff,#1a1524)}h1{margin:0 0 4px;font-size:22px;line-height:1.3;overflow-wrap:anywhere}p{margin:0 0 20px;color:light-dark(#5d5470,#b3a9c6)}p:last-child{margin:0}button{display:block;width:100%;margin:0 0 10px;padding:14px;border:1px solid light-dark(#d5cbe8,#3d3450);border-radius:14px;background:none;color:inherit;font:inherit;text-align:start;cursor:pointer}button:hover{background:light-dark(#f6f2fd,#251e33)}button:focus-visible{outline:3px solid light-dark(#6a3cd0,#b79bff);outline-offset:2px}button[value=""]{border:0;text-align:center;margin:10px 0 0}'

function draw(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${style}</style></head><body><main><h1>${title}</h1>${body}</main></body></html>`
}

/** The app on which a person approves a sign-in with one of the local accounts, or refuses it. */
export function farcasterPage(channelToken: string, domain: string): string {
  const choices = farcasterAccounts.map(
    ({ fid, label }, index) => `<button name="account" value="${index}">${plain(label)} (${fid})</button>`,
  )
  return draw(
    `Sign in to ${plain(domain)}`,
    `<p>A Farcaster app on this machine. Choose who signs in.</p><form method="post"><input type="hidden" name="channelToken" value="${plain(channelToken)}">${choices.join('')}<button name="account" value="">Refuse</button></form>`,
  )
}

/** What the app says after it. */
export function farcasterAnswer(title: string, text: string): string {
  return draw(plain(title), `<p>${plain(text)}</p>`)
}

const plain = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
