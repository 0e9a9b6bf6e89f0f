/** The look of the phone: an app on a phone, in the colours of the test wallet. */
export const phoneStyle = `
:root {
  --ground: light-dark(#efe9dc, #0f0e0b); --surface: light-dark(#fffdf9, #1b1914); --soft: light-dark(#f5f1e8, #29261e);
  --text: light-dark(#211d14, #f4efe4); --muted: light-dark(#675f4f, #b0a793); --line: light-dark(#e6dfd0, #353127);
  --badge: light-dark(#fbe6b8, #46350f); --badge-text: light-dark(#4a3200, #ffe0a1);
  --action: light-dark(#2b2111, #f2b33d); --action-text: light-dark(#fffdf9, #2b2111);
  --danger: light-dark(#8f1d14, #ffb6ab); --danger-soft: light-dark(#fdeae7, #452019); --good: light-dark(#1b6b3a, #7fe0a4);
  --ring: light-dark(#9a6a00, #f2b33d); --height: min(844px, 100dvh - 48px);
  color-scheme: light dark; background: var(--ground); color: var(--text);
  font: 450 14px/20px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; font-variant-numeric: tabular-nums;
  text-size-adjust: 100%; accent-color: var(--ring);
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; min-height: 100dvh; display: grid; place-items: center; }
h1, h2, h3, p, ul, dl, dd, pre, fieldset { margin: 0; padding: 0; }
h1, h2, h3, legend { font-weight: 600; }
h1 { font-size: 20px; line-height: 26px; }
h2 { font-size: 16px; line-height: 22px; }
#phone { display: flex; flex-direction: column; width: min(390px, 100vw); height: var(--height); overflow: hidden; border-radius: 36px; background: var(--surface); box-shadow: 0 0 0 8px light-dark(#211d14, #000), 0 24px 64px rgb(20 17 10 / 32%); }
header { display: grid; grid-template-columns: 1fr auto; align-items: center; gap: 4px 12px; padding: 20px 20px 12px; }
#connection { display: flex; align-items: center; gap: 8px; color: var(--muted); font-size: 12px; line-height: 16px; }
#connection::before { content: ""; width: 8px; height: 8px; border-radius: 50%; background: var(--line); }
#connection[data-state="online"]::before { background: var(--good); }
#connection[data-state="offline"]::before { background: var(--danger); }
.badge { grid-column: 1 / -1; justify-self: start; padding: 4px 10px; border-radius: 999px; background: var(--badge); color: var(--badge-text); font-size: 12px; line-height: 16px; font-weight: 600; }
main { flex: 1; min-height: 0; overflow: auto; overscroll-behavior: contain; display: flex; flex-direction: column; gap: 20px; padding: 8px 20px 28px; }
.lead, .small { color: var(--muted); }
.small { font-size: 12px; line-height: 16px; overflow-wrap: anywhere; }
.card { display: grid; gap: 12px; padding: 16px; border-radius: 20px; background: var(--soft); }
.stack { display: grid; gap: 8px; }
.row { display: flex; gap: 8px; align-items: center; }
.row > .grow { flex: 1; min-width: 0; }
label { display: grid; gap: 4px; color: var(--muted); font-size: 12px; line-height: 16px; }
input:not([type="checkbox"]), select { width: 100%; min-height: 44px; padding: 10px 14px; border: 1px solid var(--line); border-radius: 14px; background: var(--surface); color: var(--text); font: inherit; font-size: 16px; }
.check { display: flex; align-items: center; gap: 12px; min-height: 32px; color: var(--text); font-size: 14px; line-height: 20px; }
.check input { width: 20px; height: 20px; margin: 0; flex: none; }
button { appearance: none; min-height: 44px; padding: 10px 16px; border: 0; border-radius: 999px; background: var(--soft); color: var(--text); font: inherit; font-size: 16px; font-weight: 600; cursor: pointer; }
.card button { background: var(--surface); }
button.main { background: var(--action); color: var(--action-text); }
button:disabled { opacity: 0.55; cursor: default; }
:is(button, input, select, summary, pre, main):focus-visible { outline: 2px solid var(--ring); outline-offset: 2px; }
ul { list-style: none; display: grid; gap: 12px; }
.name { font-weight: 600; font-size: 16px; line-height: 22px; overflow-wrap: anywhere; }
.notice { padding: 12px 16px; border-radius: 14px; background: var(--danger-soft); color: var(--danger); overflow-wrap: anywhere; }
summary { cursor: pointer; color: var(--muted); min-height: 24px; border-radius: 6px; }
details[open] > summary { margin-bottom: 8px; }
video { width: 100%; border-radius: 14px; background: #000; }
dialog { position: fixed; inset: auto 0 calc((100dvh - var(--height)) / 2); width: min(390px, 100vw); max-width: none; max-height: calc(var(--height) - 24px); margin: 0 auto; padding: 0; border: 0; overflow: hidden; flex-direction: column; border-radius: 20px 20px 36px 36px; background: var(--surface); color: var(--text); box-shadow: 0 0 0 1px var(--line), 0 -16px 48px rgb(20 17 10 / 24%); }
dialog[open] { display: flex; animation: enter 150ms ease-out; }
dialog::backdrop { background: rgb(20 17 10 / 40%); }
@keyframes enter { from { opacity: 0; transform: translateY(24px); } }
.question { flex: 1; min-height: 0; overflow: auto; overscroll-behavior: contain; display: flex; flex-direction: column; gap: 16px; padding: 24px 20px 20px; }
.question h2 { font-size: 20px; line-height: 26px; outline: none; overflow-wrap: anywhere; }
.hero { font-size: 28px; line-height: 34px; font-weight: 600; letter-spacing: -0.01em; overflow-wrap: anywhere; }
.warning { padding: 12px 16px; border-radius: 14px; background: var(--danger-soft); color: var(--danger); font-weight: 600; }
.warning::before { content: "! "; }
dl { padding: 4px 16px; border-radius: 14px; background: var(--soft); }
dl > div { display: flex; justify-content: space-between; gap: 16px; padding: 8px 0; }
dt { color: var(--muted); flex: none; }
dd { font-weight: 600; text-align: end; overflow-wrap: anywhere; min-width: 0; }
pre { padding: 12px 16px; max-height: 240px; overflow: auto; border-radius: 14px; background: var(--soft); font: 450 12px/18px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
pre.message { font: inherit; }
fieldset { border: 0; display: grid; gap: 4px; }
legend { padding: 0; margin-bottom: 4px; color: var(--muted); font-size: 12px; line-height: 16px; font-weight: 450; }
footer { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; padding: 12px 20px calc(20px + env(safe-area-inset-bottom)); border-top: 1px solid var(--line); }
@media (max-width: 430px) {
  :root { --height: 100dvh; }
  #phone { border-radius: 0; box-shadow: none; }
  dialog { border-radius: 20px 20px 0 0; }
}
@media (prefers-reduced-motion: reduce) { @keyframes enter { from { opacity: 0; } } }
`
