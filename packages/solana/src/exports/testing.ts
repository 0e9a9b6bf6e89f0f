export { createFakeSolana, type FakeSolana, type FakeSolanaParameters } from '../testing/createFakeSolana.js'
