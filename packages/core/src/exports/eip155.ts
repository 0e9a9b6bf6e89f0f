export { eip155 } from '../namespaces/eip155/eip155.js'
