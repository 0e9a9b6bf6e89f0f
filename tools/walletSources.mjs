// Which logos of wallets are taken from where: read by walletPictures.mjs, and told by THIRD_PARTY.md.

/** Where the pictures are from. A package that is not this one, byte for byte, is refused. */
export const packages = {
  web3icons: {
    name: '@web3icons/core',
    version: '4.0.56',
    integrity: 'sha512-jyLkrMdfn6RTZ0+61Ap1AS2yeSG6WZ8mxZ61S3lu/CC0rJb4fgr2jw3W8aCDxhakEm/xqaEZqUmlZiTxCCs4yw==',
  },
  rainbowkit: {
    name: '@rainbow-me/rainbowkit',
    version: '2.2.11',
    integrity: 'sha512-FHPsRHMBpuHHhuyKktAR13O9agmsUUunDnVEP4hG1dSZ2JojXLUSWyLG28VbGIJakHYylkNguiLFnqM/BM8ERA==',
  },
}

const icon = (path, options) => ({ from: 'web3icons', path, options })
const wallet = (name) => icon(`wallets/background/${name}`)
const exchange = (name) => icon(`exchanges/background/${name}`)
const kit = (path, options) => ({ from: 'rainbowkit', path, options })

/** Which picture is whose, by the name that the directory gives the wallet. */
export const sources = {
  MetaMask: wallet('metamask'),
  'Trust Wallet': wallet('trust'),
  Rainbow: wallet('rainbow'),
  Phantom: wallet('phantom'),
  'Coinbase Wallet': wallet('coinbase'),
  'OKX Wallet': wallet('okx'),
  'Binance Wallet': exchange('binance'),
  'Bitget Wallet': exchange('bitget'),
  'Ledger Live': wallet('ledger'),
  Safe: wallet('safe'),
  'Uniswap Wallet': exchange('uniswap'),
  Zerion: wallet('zerion'),
  Rabby: wallet('rabby'),
  imToken: wallet('imtoken'),
  TokenPocket: wallet('token-pocket'),
  'Kraken Wallet': wallet('kraken'),
  SafePal: kit('safepalWallet'),
  '1inch Wallet': exchange('1inch'),
  Exodus: wallet('exodus'),
  'Crypto.com Onchain': exchange('crypto-com'),
  Argent: wallet('argent'),
  MathWallet: icon('tokens/background/MATH'),
  Coin98: wallet('coin98'),
  Backpack: wallet('backpack'),
  Solflare: wallet('solflare'),
  // It fills its square to the edge, where the others leave room.
  'Brave Wallet': kit('braveWallet', { inset: 0.1 }),
  Core: kit('coreWallet'),
  Enkrypt: wallet('enkrypt'),
  Taho: kit('tahoWallet'),
  'Robinhood Wallet': icon('networks/background/robinhood'),
  'Bybit Wallet': exchange('bybit'),
  AlphaWallet: wallet('alpha-wallet'),
  Keplr: wallet('keplr'),
  SubWallet: kit('subWallet'),
  Talisman: kit('talismanWallet'),
  'Nova Wallet': kit('novaWallet'),
}
/** The mark of the protocol, which its connector carries, since it may have no server to ask. */
export const protocolMark = wallet('wallet-connect')
