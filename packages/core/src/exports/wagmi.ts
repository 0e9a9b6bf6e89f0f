export { wagmi } from '../wagmi/wagmi.js'
export { emailIcon } from '../wagmiConnector/emailIcon.js'
export {
  type AskingModal,
  type LatchkeyConnectorParameters,
  latchkeyConnector,
} from '../wagmiConnector/latchkeyConnector.js'
export type { CreateWagmiConnector } from '../wagmiConnector/wagmiParts.js'
