/** Pictures of families that the others come without, the network and its coin alike. Drawn for Latchkey; the colours are the only fact taken. */
export const familyImages = {
  bitcoin:
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" viewBox="0 0 40 40"><path fill="#e8871e" d="M0 0h40v40H0z"/><path fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round" d="M15 12h7a4 4 0 0 1 0 8h-7zm0 8h8a4 4 0 0 1 0 8h-8zM13 12h2m-2 16h2m3-19v3m4-3v3m-4 16v3m4-3v3"/></svg>',
  polkadot:
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" viewBox="0 0 40 40"><path fill="#d81b72" d="M0 0h40v40H0z"/><g fill="#fff"><ellipse cx="20" cy="9.5" rx="4.6" ry="2.6"/><ellipse cx="20" cy="30.5" rx="4.6" ry="2.6"/><ellipse cx="10.9" cy="14.75" rx="4.6" ry="2.6" transform="rotate(-60 10.9 14.75)"/><ellipse cx="29.1" cy="25.25" rx="4.6" ry="2.6" transform="rotate(-60 29.1 25.25)"/><ellipse cx="10.9" cy="25.25" rx="4.6" ry="2.6" transform="rotate(60 10.9 25.25)"/><ellipse cx="29.1" cy="14.75" rx="4.6" ry="2.6" transform="rotate(60 29.1 14.75)"/></g></svg>',
} as const
