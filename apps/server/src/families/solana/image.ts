/** The picture of Solana, drawn for Latchkey; the colours are the only fact taken. */
export const image =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" viewBox="0 0 40 40"><path fill="#1b1033" d="M0 0h40v40H0z"/><g stroke-width="2.6" stroke-linejoin="round"><path fill="#5fe3b3" stroke="#5fe3b3" d="M14.3 11.4h15.4l-4 3.7H10.3z"/><path fill="#8fa8f0" stroke="#8fa8f0" d="M10.3 18.150h15.4l4 3.7H14.3z"/><path fill="#b98af5" stroke="#b98af5" d="M14.3 24.9h15.4l-4 3.7H10.3z"/></g></svg>'
