'use client'
export { type LatchkeyConnectorParameters, latchkeyConnector } from '../wagmi/latchkeyConnector.js'
export { latchkeyWallet, type RainbowKitWallet } from '../wagmi/latchkeyWallet.js'
