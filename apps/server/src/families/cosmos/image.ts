/** The picture of the network and its coin. Drawn for Latchkey; the colours are the only fact taken. */
export const image =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" viewBox="0 0 40 40"><path fill="#23264a" d="M0 0h40v40H0z"/><circle cx="20" cy="20" r="2.6" fill="#fff"/><g fill="none" stroke="#c9cdf0" stroke-width="1.6"><ellipse cx="20" cy="20" rx="5" ry="12.5"/><ellipse cx="20" cy="20" rx="5" ry="12.5" transform="rotate(60 20 20)"/><ellipse cx="20" cy="20" rx="5" ry="12.5" transform="rotate(-60 20 20)"/></g></svg>'
