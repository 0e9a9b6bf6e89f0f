import type { PhoneConfig } from './phoneConfig.js'

/** The page of the phone; its script fills it. */
export function phoneHtml(config: PhoneConfig): string {
  // A name may hold `</script>`.
  const settings = JSON.stringify(config).replaceAll('<', '\\u003c')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>Phone wallet</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/phone.css">
<script type="application/json" id="phone-config">${settings}</script>
<script src="/phone.js" defer></script>
</head>
<body>
<div id="phone">
  <header>
    <h1>Phone wallet</h1>
    <p id="connection" role="status">Starting</p>
    <p class="badge">Local chains only. Everybody knows its keys.</p>
  </header>
  <main id="main">
    <p class="lead">The wallet is being put together. The first time this takes some seconds.</p>
  </main>
</div>
</body>
</html>
`
}
