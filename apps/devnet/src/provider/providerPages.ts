import type { Checkout, Outcome } from './checkout.js'

const style = `
:root { color-scheme: light dark; background: light-dark(#f4f7f6, #0c110f); color: light-dark(#10201c, #ecf3f0); font: 450 15px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100dvh; display: grid; place-items: center; padding: 16px; }
main { width: min(420px, 100%); background: light-dark(#fff, #141b18); border-radius: 20px; padding: 24px; display: grid; gap: 16px; }
h1, p, dl, dd { margin: 0; }
h1 { font-size: 20px; line-height: 1.3; }
.soft, dt { color: light-dark(#4f605b, #a3b3ad); }
dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; }
dd { text-align: end; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
form { display: grid; gap: 12px; }
label { display: grid; gap: 4px; font-weight: 500; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; }
input, select { font: inherit; color: inherit; width: 100%; padding: 10px 12px; border-radius: 12px; border: 1px solid light-dark(#c5d0cc, #3a4641); background: light-dark(#fff, #0c110f); }
button { font: inherit; font-weight: 600; padding: 12px; border-radius: 14px; border: 0; cursor: pointer; background: light-dark(#0b6b57, #7fe3c4); color: light-dark(#fff, #06231b); }
:focus-visible { outline: 2px solid light-dark(#0b6b57, #7fe3c4); outline-offset: 2px; }
.note { border-radius: 12px; padding: 10px 12px; background: light-dark(#e7edea, #202a26); }
details summary { cursor: pointer; }
details label { margin-top: 8px; }
`

const words: { readonly [outcome in Outcome]: string } = {
  works: 'Nothing',
  declined: 'The bank declines the card',
  noCode: 'The bank does not take the code',
  noPayout: 'The provider cannot pay out, and gives the money back',
  noMessage: 'The provider sends no message',
  twice: 'Each message comes twice, and late',
}

const plain = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${plain(title)}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/provider.css"></head><body><main><h1>${plain(title)}</h1>${body}</main></body></html>`
}

function facts({ payment, currency, amount, symbol, address }: Checkout): string {
  const rows = [
    ['You pay', `${payment} ${currency}`],
    ['You get', `${amount} ${symbol}`],
    ['To', `${address.slice(0, 8)}…${address.slice(-6)}`],
  ]
  return `<dl>${rows.map(([name = '', value = '']) => `<dt>${plain(name)}</dt><dd>${plain(value)}</dd>`).join('')}</dl>`
}

/** The pages of the local provider. */
export const providerPages = {
  style,
  card(checkout: Checkout, path: string): string {
    const options = Object.entries(words).map(([value, text]) => `<option value="${value}">${plain(text)}</option>`)
    return page(
      'Pay by card',
      `<p class="note">This is the local provider. The money is not real, and no card is charged.</p>${facts(checkout)}
      <form method="post" action="${path}">
      <label>Card number<input name="card" inputmode="numeric" autocomplete="off" required pattern="[0-9 ]{12,23}" value="4242 4242 4242 4242"></label>
      <div class="pair"><label>Expires<input name="expires" required pattern="[0-9]{2}/[0-9]{2}" value="12/34" autocomplete="off"></label>
      <label>Security code<input name="cvc" inputmode="numeric" required pattern="[0-9]{3,4}" value="123" autocomplete="off"></label></div>
      <details><summary>For tests</summary><label>What goes wrong<select name="outcome">${options.join('')}</select></label></details>
      <button type="submit">Pay ${plain(`${checkout.payment} ${checkout.currency}`)}</button></form>`,
    )
  },
  code(checkout: Checkout, path: string): string {
    return page(
      'Confirm with your bank',
      `<p class="soft">Your bank wants to know that it is you (3-D Secure). The code is 123456.</p>${facts(checkout)}
      <form method="post" action="${path}"><label>Code<input name="code" inputmode="numeric" autocomplete="one-time-code" required pattern="[0-9]{6}"></label>
      <button type="submit">Confirm</button></form>`,
    )
  },
  refused(line: string, path: string): string {
    return page('The payment did not go through', `<p>${plain(line)}</p><p><a href="${path}">Try again</a></p>`)
  },
  gone(): string {
    return page('This purchase is over', '<p>Close this window. Your wallet shows what became of it.</p>')
  },
}
