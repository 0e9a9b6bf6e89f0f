// Made by tools/walletPictures.mjs from web3icons (https://github.com/0xa3k5/web3icons), MIT, copyright 0xa3k5.

/** The mark of WalletConnect, which belongs to its owner; a data URL, so that nothing is fetched for it. */
export const icon =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"%3E%3Cpath fill="%233B99FC" d="M24 0H0v24h24z"/%3E%3Cpath fill="%23fff" d="M7.28 9.08c2.61-2.5 6.84-2.5 9.45 0l.31.3a.31.31 0 0 1 0 .45l-1.07 1.03a.17.17 0 0 1-.24 0l-.43-.41c-1.82-1.75-4.77-1.75-6.59 0l-.46.44a.17.17 0 0 1-.24 0l-1.07-1.03a.31.31 0 0 1 0-.45zm11.67 2.13.96.92a.31.31 0 0 1 0 .45l-4.31 4.13a.34.34 0 0 1-.47 0l-3.06-2.93a.09.09 0 0 0-.12 0l-3.06 2.93a.34.34 0 0 1-.47 0l-4.31-4.13a.31.31 0 0 1 0-.45l.96-.92a.34.34 0 0 1 .47 0l3.06 2.93a.09.09 0 0 0 .12 0l3.06-2.93a.34.34 0 0 1 .47 0l3.06 2.93a.09.09 0 0 0 .12 0l3.06-2.93a.35.35 0 0 1 .47 0"/%3E%3C/svg%3E'
