import { type SocialName, socialAccounts } from './socialAccounts.js'

const titles: { readonly [name in SocialName]: string } = {
  google: 'Google',
  x: 'X',
  discord: 'Discord',
  apple: 'Apple',
  github: 'GitHub',
  facebook: 'Facebook',
}
const style =
  ':root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-items:center;background:light-dark(#f2f5f4,#0c110f);color:light-dark(#10201c,#ecf3f0);font:16px/1.5 system-ui,sans-serif}main{box-sizing:border-box;width:min(420px,100% - 32px);padding:32px 28px;border-radius:20px;background:light-dark(#fff,#121816)}h1{margin:0 0 4px;font-size:22px}p{margin:0 0 20px;color:light-dark(#4f605b,#a3b3ad)}button{display:block;width:100%;margin:0 0 10px;padding:14px;border:1px solid light-dark(#c9d4d0,#31403a);border-radius:12px;background:none;color:inherit;font:inherit;text-align:start;cursor:pointer}button[value=""]{border:0;text-align:center;margin:10px 0 0}'

/** The page on which a person chooses an account, or refuses. */
export function socialPage(name: SocialName, action: string): string {
  const choices = socialAccounts.map(({ id, label }) => `<button name="account" value="${id}">${label}</button>`)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Sign in with ${titles[name]}</title><style>${style}</style></head><body><main><h1>Sign in with ${titles[name]}</h1><p>A provider on this machine. Choose an account.</p><form method="post" action="${action}">${choices.join('')}<button name="account" value="away">Ada, and then the provider stops answering</button><button name="account" value="">Cancel</button></form></main></body></html>`
}
