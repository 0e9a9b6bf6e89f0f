export {
  createFakePolkadot,
  type FakePolkadot,
  type FakePolkadotParameters,
} from '../testing/createFakePolkadot.js'
