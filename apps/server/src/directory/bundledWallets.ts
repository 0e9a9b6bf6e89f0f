import { createHash } from 'node:crypto'
import type { ChainId, Namespace } from '@latchkey/protocol/caip'
import { families } from '../families/families.js'
import type { WalletFacts } from '../families/serverFamily.js'
import type { ListedWallet } from './listedWallet.js'

const evm: Namespace[] = ['eip155']
const evmAndSolana: Namespace[] = ['eip155', 'solana']

/** What is named on the wire for a family, besides the chains that were asked for. */
const chainsOf: { readonly [family in Namespace]?: readonly ChainId[] } = {
  eip155: ['eip155:1', 'eip155:10', 'eip155:56', 'eip155:137', 'eip155:8453', 'eip155:42161'],
  ...Object.fromEntries(families.map(({ namespace, chains }) => [namespace, chains])),
}

function wallet(name: string, homepage: string, facts: WalletFacts): ListedWallet {
  const id = facts.id ?? createHash('sha256').update(`latchkey wallet ${name}`).digest('hex')
  return {
    id,
    name,
    homepage,
    chains: facts.families.flatMap((family) => chainsOf[family] ?? []),
    namespaces: facts.families,
    mobile_link: facts.mobile ?? null,
    desktop_link: facts.desktop ?? null,
    webapp_link: facts.web ?? null,
    app_store: facts.ios === undefined ? null : `https://apps.apple.com/app/id${facts.ios}`,
    play_store: facts.android === undefined ? null : `https://play.google.com/store/apps/details?id=${facts.android}`,
    chrome_store: facts.chrome === undefined ? null : `https://chromewebstore.google.com/detail/${facts.chrome}`,
    rdns: facts.rdns ?? null,
  }
}

const listed: readonly ListedWallet[] = [
  wallet('MetaMask', 'https://metamask.io/', {
    id: 'c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96',
    families: evmAndSolana,
    mobile: 'metamask://',
    ios: 1438144202,
    android: 'io.metamask',
    chrome: 'nkbihfbeogaeaoehlefnkodbefgpgknn',
    rdns: 'io.metamask',
  }),
  wallet('Trust Wallet', 'https://trustwallet.com/', {
    id: '4622a2b2d6af1c9844944291e5e7351a6aa24cd7b23099efac1b2fd875da31a0',
    families: evmAndSolana,
    mobile: 'trust://',
    ios: 1288339409,
    android: 'com.wallet.crypto.trustapp',
    chrome: 'egjidjbpglichdcondbcbdnbeeppgdph',
    rdns: 'com.trustwallet.app',
  }),
  wallet('Rainbow', 'https://rainbow.me/', {
    id: '1ae92b26df02f0abca6304df07debccd18262fdf5fe82daa81593582dac9a369',
    families: evm,
    mobile: 'rainbow://',
    ios: 1457119021,
    android: 'me.rainbow',
    chrome: 'opfgelmcmbiajamepnmloijbpoleiama',
    rdns: 'me.rainbow',
  }),
  wallet('Phantom', 'https://phantom.com/', {
    id: 'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393',
    families: evmAndSolana,
    mobile: 'phantom://',
    ios: 1598432977,
    android: 'app.phantom',
    chrome: 'bfnaelmomeimhlpmgjnjophhpkkoljpa',
    rdns: 'app.phantom',
  }),
  wallet('Coinbase Wallet', 'https://www.coinbase.com/wallet', {
    id: 'fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa',
    families: evmAndSolana,
    mobile: 'cbwallet://',
    ios: 1278383455,
    android: 'org.toshi',
    chrome: 'hnfanknocfeofbddgcijnmhnfnkdnaad',
    rdns: 'com.coinbase.wallet',
  }),
  wallet('OKX Wallet', 'https://web3.okx.com/', {
    id: '971e689d0a5be527bac79629b4ee9b925e82208e5168b733496a09c0faed0709',
    families: evmAndSolana,
    mobile: 'okex://main',
    ios: 1327268470,
    android: 'com.okinc.okex.gp',
    chrome: 'mcohilncbfahbmgdjkbpemcciiolgcge',
    rdns: 'com.okex.wallet',
  }),
  wallet('Binance Wallet', 'https://www.binance.com/en/web3wallet', {
    id: '8a0ee50d1f22f6651afcae7eb4253e52a3310b90af5daef78a8c4929a9bb99d4',
    families: evmAndSolana,
    mobile: 'bnc://app.binance.com/cedefi',
    ios: 1436799971,
    android: 'com.binance.dev',
  }),
  wallet('Bitget Wallet', 'https://web3.bitget.com/', {
    id: '38f5d18bd8522c244bdd70cb4a68e0e718865155811c043f052fb9f1c51de662',
    families: evmAndSolana,
    mobile: 'bitkeep://',
    ios: 1395301115,
    android: 'com.bitkeep.wallet',
    chrome: 'jiidiaalihmmhddjgbnbgdfflelocpak',
    rdns: 'com.bitget.web3',
  }),
  wallet('Ledger Live', 'https://www.ledger.com/ledger-live', {
    id: '19177a98252e07ddfc9af2083ba8e07ef627cb6103467ffebb3f8f4205fd7927',
    families: evm,
    mobile: 'ledgerlive://',
    desktop: 'ledgerlive://',
    ios: 1361671700,
    android: 'com.ledger.live',
  }),
  wallet('Safe', 'https://safe.global/', {
    id: '225affb176778569276e484e1b92637ad061b01e13a048b35a9d280c3b58970f',
    families: evm,
    mobile: 'safe://',
    web: 'https://app.safe.global/',
    ios: 1515759131,
    android: 'io.gnosis.safe',
  }),
  wallet('Uniswap Wallet', 'https://wallet.uniswap.org/', {
    id: 'c03dfee351b6fcc421b4494ea33b9d4b92a984f87aa76d1663bb28705e95034a',
    families: evm,
    mobile: 'uniswap://',
    ios: 6443944476,
    android: 'com.uniswap.mobile',
    chrome: 'nnpmfplkfogfpmcngplhnbdnnilmcdcg',
    rdns: 'org.uniswap.app',
  }),
  wallet('Zerion', 'https://zerion.io/', {
    families: evmAndSolana,
    mobile: 'zerion://',
    ios: 1456732565,
    android: 'io.zerion.android',
    chrome: 'klghhnkeealcohjjanjjdaeeggmfmlpl',
    rdns: 'io.zerion.wallet',
  }),
  wallet('Rabby', 'https://rabby.io/', {
    families: evm,
    mobile: 'rabby://',
    ios: 6474381673,
    android: 'com.debank.rabbymobile',
    chrome: 'acmacodkjbdgmoleebolmdjonilkdbch',
    rdns: 'io.rabby',
  }),
  wallet('imToken', 'https://token.im/', {
    id: 'ef333840daf915aafdc4a004525502d6d49d77bd9c65e0642dbaefb3c2893bef',
    families: evm,
    mobile: 'imtokenv2://',
    ios: 1384798940,
    android: 'im.token.app',
  }),
  wallet('TokenPocket', 'https://www.tokenpocket.pro/', {
    id: '20459438007b75f4f4acb98bf29aa3b800550309646d375da5fd4aac6c2a2c66',
    families: evmAndSolana,
    mobile: 'tpoutside://',
    ios: 6444625622,
    android: 'vip.mytokenpocket',
    chrome: 'mfgccjchihfkkindfppnaooecgfneiii',
    rdns: 'pro.tokenpocket',
  }),
  wallet('Kraken Wallet', 'https://www.kraken.com/wallet', {
    id: '18450873727504ae9315a084fa7624b5297d2fe5880f0982979c17345a138277',
    families: evmAndSolana,
    mobile: 'krakenwallet://',
    ios: 1626327149,
    android: 'com.kraken.superwallet',
  }),
  wallet('SafePal', 'https://www.safepal.com/', {
    families: evmAndSolana,
    mobile: 'safepalwallet://',
    ios: 1548297139,
    android: 'io.safepal.wallet',
    chrome: 'lgmpcpglpngdoalbgeoldeajfclnhafa',
  }),
  wallet('1inch Wallet', 'https://1inch.io/wallet/', {
    families: evm,
    mobile: 'oneinch://',
    ios: 1546049391,
    android: 'io.oneinch.android',
  }),
  wallet('Exodus', 'https://www.exodus.com/', {
    families: evmAndSolana,
    mobile: 'exodus://',
    desktop: 'exodus://',
    ios: 1414384820,
    android: 'exodusmovement.exodus',
    chrome: 'aholpfdialjgjfhomihkjbmgjidlcdno',
    rdns: 'com.exodus.web3-wallet',
  }),
  wallet('Crypto.com Onchain', 'https://crypto.com/onchain', {
    families: evm,
    mobile: 'dfw://',
    ios: 1512048310,
    android: 'com.defi.wallet',
  }),
  wallet('Argent', 'https://www.argent.xyz/', {
    id: 'bc949c5d968ae81310268bf9193f9c9fb7bb4e1283e1284af8f2bd4992535fd6',
    families: evm,
    mobile: 'argent://app',
    ios: 1358741926,
    android: 'im.argent.contractwalletclient',
  }),
  wallet('MathWallet', 'https://mathwallet.org/', {
    id: '7674bb4e353bf52886768a3ddc2a4562ce2f4191c80831291218ebd90f5f5e26',
    families: evmAndSolana,
    mobile: 'mathwallet://',
  }),
  wallet('Coin98', 'https://coin98.com/', {
    families: evmAndSolana,
    mobile: 'coin98://',
    ios: 1561969966,
    android: 'coin98.crypto.finance.media',
    chrome: 'aeachknmefphepccionboohckonoeemg',
    rdns: 'coin98.com',
  }),
  wallet('Backpack', 'https://backpack.app/', {
    families: evmAndSolana,
    ios: 6445964121,
    android: 'app.backpack.mobile',
    chrome: 'aflkmfhebedbjioipglgcbcmnbpgliof',
    rdns: 'app.backpack',
  }),
  wallet('Solflare', 'https://solflare.com/', {
    families: ['solana'],
    mobile: 'solflare://',
    web: 'https://solflare.com/',
    ios: 1580902717,
    android: 'com.solflare.mobile',
    chrome: 'bhhhlbepdkbapadjdnnojkbgioiodbic',
    rdns: 'com.solflare.wallet',
  }),
  wallet('Brave Wallet', 'https://brave.com/wallet/', { families: evmAndSolana, rdns: 'com.brave.wallet' }),
  wallet('Core', 'https://core.app/', {
    families: evm,
    web: 'https://core.app/',
    chrome: 'agoakfejjabomempkjlepdflaleeobhb',
    rdns: 'app.core.extension',
  }),
  wallet('Ambire', 'https://www.ambire.com/', {
    families: evm,
    chrome: 'ehgjhhccekdedpbkifaojjaefeohnoea',
    rdns: 'com.ambire.wallet',
  }),
  wallet('Frame', 'https://frame.sh/', { families: evm, rdns: 'sh.frame' }),
  wallet('Enkrypt', 'https://www.enkrypt.com/', {
    families: ['eip155', 'polkadot', 'bip122'],
    chrome: 'kkpllkodjeloidieedojogacfhpaihoh',
    rdns: 'com.enkrypt',
  }),
  wallet('Taho', 'https://taho.xyz/', { families: evm, chrome: 'eajafomhmkipbjflfhebemolkcicgfmd' }),
  wallet('Robinhood Wallet', 'https://robinhood.com/web3-wallet/', {
    families: evmAndSolana,
    mobile: 'robinhood-wallet://',
  }),
  wallet('Bybit Wallet', 'https://www.bybit.com/web3/', { families: evmAndSolana, mobile: 'bybitapp://' }),
  wallet('AlphaWallet', 'https://alphawallet.com/', { families: evm, mobile: 'awallet://' }),
  wallet('Family', 'https://family.co/', { families: evm, mobile: 'familywallet://' }),
  wallet('D’CENT Wallet', 'https://dcentwallet.com/', { families: evm, mobile: 'dcent://' }),
  wallet('Unstoppable Wallet', 'https://unstoppable.money/', { families: evm, mobile: 'unstoppable.money://' }),
  ...families.flatMap(({ wallets }) => wallets).map(({ name, homepage, ...facts }) => wallet(name, homepage, facts)),
  wallet('Nightly', 'https://nightly.app/', {
    families: ['solana', 'eip155', 'polkadot'],
    mobile: 'nightly://',
    chrome: 'fiikommddbeccaoicoejoniammnalkfa',
  }),
]

/** The wallets that a server knows of by itself: public facts, in the order in which they are shown. */
export const bundledWallets: readonly ListedWallet[] = listed.map((entry, order) => ({ ...entry, order }))
