/** The look of the approval window: like the popup of a browser extension, and plainly that of a test wallet. */
export const approvalStyle = `
:host { all: initial; }
* { box-sizing: border-box; }
dialog {
  --surface: #fffdf9; --soft: #f5f1e8; --text: #211d14; --muted: #675f4f; --line: #e6dfd0;
  --badge: #fbe6b8; --badge-text: #4a3200; --action: #2b2111; --action-text: #fffdf9;
  --danger: #8f1d14; --danger-soft: #fdeae7; --ring: #9a6a00;
  position: fixed; inset: 16px 16px auto auto; width: 360px; max-width: none; margin: 0; padding: 0; border: 0;
  max-height: calc(100dvh - 32px); overflow: hidden; flex-direction: column;
  border-radius: 20px; background: var(--surface); color: var(--text);
  box-shadow: 0 0 0 1px rgb(33 29 20 / 8%), 0 16px 48px rgb(33 29 20 / 24%);
  font: 450 14px/20px ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  font-variant-numeric: tabular-nums; text-align: start; color-scheme: light;
  animation: enter 150ms ease-out;
}
dialog[open] { display: flex; }
dialog::backdrop { background: rgb(20 17 10 / 32%); }
@keyframes enter { from { opacity: 0; transform: translateY(-8px); } }
.top { display: flex; align-items: center; gap: 10px; padding: 12px 20px; background: var(--badge); color: var(--badge-text); font-size: 12px; line-height: 16px; font-weight: 600; }
.top img { width: 24px; height: 24px; flex: none; }
.top span { flex: 1; }
.waiting { flex: none; font-weight: 450; }
.body { display: flex; flex-direction: column; gap: 16px; padding: 20px; overflow: auto; overscroll-behavior: contain; }
.site { margin: 0 0 4px; color: var(--muted); font-size: 12px; line-height: 16px; overflow-wrap: anywhere; }
h2 { margin: 0; font-size: 20px; line-height: 26px; font-weight: 600; outline: none; overflow-wrap: anywhere; }
p { margin: 0; }
.lead { color: var(--muted); }
.hero { font-size: 28px; line-height: 34px; font-weight: 600; letter-spacing: -0.01em; overflow-wrap: anywhere; }
.warning { padding: 12px 16px; border-radius: 14px; background: var(--danger-soft); color: var(--danger); font-weight: 600; }
.warning::before { content: "! "; }
dl { margin: 0; padding: 4px 16px; border-radius: 14px; background: var(--soft); }
dl > div { display: flex; justify-content: space-between; gap: 16px; padding: 8px 0; }
dt { color: var(--muted); flex: none; }
dd { margin: 0; font-weight: 600; text-align: end; overflow-wrap: anywhere; min-width: 0; }
pre { margin: 0; padding: 12px 16px; max-height: 240px; overflow: auto; border-radius: 14px; background: var(--soft); color: var(--text); font: 450 12px/18px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
.message { font: inherit; }
details summary { cursor: pointer; color: var(--muted); font-size: 12px; line-height: 24px; border-radius: 6px; }
details pre { max-height: 120px; margin-top: 4px; }
.answers { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; padding: 0 20px 16px; }
button { appearance: none; min-height: 44px; padding: 10px 16px; border: 0; border-radius: 999px; background: var(--soft); color: var(--text); font: inherit; font-size: 16px; font-weight: 600; cursor: pointer; transition: opacity 150ms ease-out; }
button:hover { opacity: 0.86; }
button.approve { background: var(--action); color: var(--action-text); }
:is(button, summary, pre, .body):focus-visible { outline: 2px solid var(--ring); outline-offset: 2px; }
.account { padding: 12px 20px; border-top: 1px solid var(--line); color: var(--muted); font-size: 12px; line-height: 16px; display: flex; justify-content: space-between; gap: 12px; }
@media (max-width: 430px) {
  dialog { inset: auto 0 0; width: 100%; max-height: calc(100dvh - 24px); border-radius: 20px 20px 0 0; padding-bottom: env(safe-area-inset-bottom); }
  @keyframes enter { from { opacity: 0; transform: translateY(24px); } }
}
@media (prefers-color-scheme: dark) {
  dialog {
    --surface: #1b1914; --soft: #29261e; --text: #f4efe4; --muted: #b0a793; --line: #353127;
    --badge: #46350f; --badge-text: #ffe0a1; --action: #f2b33d; --action-text: #2b2111;
    --danger: #ffb6ab; --danger-soft: #452019; --ring: #f2b33d;
    box-shadow: 0 0 0 1px rgb(255 255 255 / 10%), 0 16px 48px rgb(0 0 0 / 56%); color-scheme: dark;
  }
}
@media (prefers-reduced-motion: reduce) {
  @keyframes enter { from { opacity: 0; } }
}
`
