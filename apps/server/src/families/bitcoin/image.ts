/** The picture of the network and its coin. Drawn for Latchkey; the colours are the only fact taken. */
export const image =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" viewBox="0 0 40 40"><path fill="#e8871e" d="M0 0h40v40H0z"/><path fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round" d="M15 12h7a4 4 0 0 1 0 8h-7zm0 8h8a4 4 0 0 1 0 8h-8zM13 12h2m-2 16h2m3-19v3m4-3v3m-4 16v3m4-3v3"/></svg>'
