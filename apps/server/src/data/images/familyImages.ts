/** Pictures of families that the others come without, the network and its coin alike. Drawn for Latchkey; the colours are the only fact taken. */
export const familyImages = {
  solana:
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" viewBox="0 0 40 40"><path fill="#1b1033" d="M0 0h40v40H0z"/><g stroke-width="2.6" stroke-linejoin="round"><path fill="#5fe3b3" stroke="#5fe3b3" d="M14.3 11.4h15.4l-4 3.7H10.3z"/><path fill="#8fa8f0" stroke="#8fa8f0" d="M10.3 18.150h15.4l4 3.7H14.3z"/><path fill="#b98af5" stroke="#b98af5" d="M14.3 24.9h15.4l-4 3.7H10.3z"/></g></svg>',
  polkadot:
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" viewBox="0 0 40 40"><path fill="#d81b72" d="M0 0h40v40H0z"/><g fill="#fff"><ellipse cx="20" cy="9.5" rx="4.6" ry="2.6"/><ellipse cx="20" cy="30.5" rx="4.6" ry="2.6"/><ellipse cx="10.9" cy="14.75" rx="4.6" ry="2.6" transform="rotate(-60 10.9 14.75)"/><ellipse cx="29.1" cy="25.25" rx="4.6" ry="2.6" transform="rotate(-60 29.1 25.25)"/><ellipse cx="10.9" cy="25.25" rx="4.6" ry="2.6" transform="rotate(60 10.9 25.25)"/><ellipse cx="29.1" cy="14.75" rx="4.6" ry="2.6" transform="rotate(60 29.1 14.75)"/></g></svg>',
} as const
