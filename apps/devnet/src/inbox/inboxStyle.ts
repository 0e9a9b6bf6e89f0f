/** The look of the inbox: that of the page and the modal. */
export const inboxStyle = `
:root {
  --ground: light-dark(#f4f7f6, #0c110f); --panel: light-dark(#ffffff, #141b18); --raised: light-dark(#e7edea, #202a26);
  --line: light-dark(#dfe6e3, #26302c); --ink: light-dark(#10201c, #ecf3f0); --soft: light-dark(#4f605b, #a3b3ad);
  --accent: light-dark(#0b6b57, #7fe3c4); --on-accent: light-dark(#ffffff, #06231b);
  color-scheme: light dark; background: var(--ground); color: var(--ink);
  font: 450 14px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; text-size-adjust: 100%;
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; display: grid; grid-template-rows: auto minmax(0, 1fr); height: 100dvh; }
h1, h2, p, ul, dl, dd, pre { margin: 0; padding: 0; }
h1, h2 { font-weight: 600; text-wrap: balance; }
h1 { font-size: 20px; }
h2 { font-size: 20px; line-height: 1.3; overflow-wrap: anywhere; }
button { font: inherit; color: inherit; cursor: pointer; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.hidden { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
.top { display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 12px; padding: 16px 24px; }
.top p { color: var(--soft); flex: 1; min-width: 12em; }
.quiet { border: 0; background: none; padding: 8px 12px; margin: -8px -12px; border-radius: 10px; color: var(--soft); }
.quiet:hover { background: var(--raised); color: var(--ink); }
main { display: grid; grid-template-columns: minmax(240px, 360px) minmax(0, 1fr); gap: 12px; padding: 0 12px 12px; min-height: 0; }
nav { overflow: auto; overscroll-behavior: contain; }
ul { list-style: none; display: grid; gap: 4px; padding: 2px; }
li > button { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 12px; width: 100%; text-align: start; border: 0; border-radius: 14px; padding: 12px; background: none; }
li > button:hover { background: var(--raised); }
li > button[aria-current="true"] { background: var(--panel); box-shadow: 0 0 0 1px var(--line); }
.subject { font-weight: 600; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.unread .subject::before { content: ""; display: inline-block; width: 8px; height: 8px; margin-inline-end: 8px; border-radius: 50%; background: var(--accent); vertical-align: 1px; }
.to { grid-column: 1 / -1; color: var(--soft); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
time { color: var(--soft); font-size: 12px; font-variant-numeric: tabular-nums; white-space: nowrap; }
#reader { display: grid; grid-template-rows: auto minmax(0, 1fr); min-height: 0; overflow: hidden; border-radius: 20px; background: var(--panel); box-shadow: 0 0 0 1px var(--line); }
#reader:focus { outline: none; }
.head { display: grid; gap: 12px; padding: 20px 20px 0; }
dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 2px 12px; }
dt { color: var(--soft); }
dd { overflow-wrap: anywhere; }
.back { justify-self: start; display: none; }
.tabs { display: flex; gap: 4px; border-bottom: 1px solid var(--line); margin: 0 -20px; padding: 0 20px; }
.tabs button { border: 0; background: none; padding: 10px 8px; color: var(--soft); box-shadow: none; }
.tabs button[aria-selected="true"] { color: var(--ink); font-weight: 600; box-shadow: inset 0 -2px var(--accent); }
.tabs button:focus-visible { outline-offset: -2px; border-radius: 6px; }
#panel { min-height: 0; overflow: auto; }
iframe { border: 0; width: 100%; height: 100%; background: #ffffff; color-scheme: normal; }
pre { padding: 20px; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; font: 450 14px/1.55 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
pre a { color: var(--accent); }
.empty { grid-row: 1 / -1; display: grid; place-content: center; justify-items: center; gap: 8px; padding: 40px 24px; text-align: center; color: var(--soft); }
.empty strong { color: var(--ink); font-size: 16px; font-weight: 600; }
.none nav { display: none; }
.none main { grid-template-columns: minmax(0, 1fr); }
@media (max-width: 720px) {
  .top { padding: 16px; }
  main { grid-template-columns: minmax(0, 1fr); padding: 0 8px 8px; }
  main[data-open="true"] nav { display: none; }
  body:not(.none) main[data-open="false"] #reader { display: none; }
  .back { display: block; }
}
`
