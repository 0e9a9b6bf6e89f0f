/** The page of the inbox; its script fills it. */
export const inboxHtml = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>Inbox</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/inbox.css">
<script src="/inbox.js" defer></script>
</head>
<body>
<header class="top">
  <h1>Inbox</h1>
  <p>Mails of this local world. None of them left this machine.</p>
  <button type="button" id="clear" class="quiet" hidden>Delete all</button>
</header>
<main id="inbox" data-open="false">
  <nav aria-label="Mails"><ul id="list"></ul></nav>
  <section id="reader" aria-label="Mail" tabindex="-1"></section>
</main>
<p id="live" role="status" class="hidden"></p>
</body>
</html>
`
