export { wagmi } from '../wagmi/wagmi.js'
