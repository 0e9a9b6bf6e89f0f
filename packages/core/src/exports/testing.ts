export { createEmitter, type Emitter } from '../emitter.js'
export {
  createFakeBitcoin,
  type FakeBitcoin,
  type FakeBitcoinParameters,
  type FakeBitcoinSwitches,
} from '../testing/createFakeBitcoin.js'
export { createFakeConnector, type FakeConnector, type FakeSwitches } from '../testing/createFakeConnector.js'
export { createFakeEmbedded, type FakeEmbedded, type FakeEmbeddedSwitches } from '../testing/createFakeEmbedded.js'
export { createFakePairing, type FakePairing, type FakePairingSwitches } from '../testing/createFakePairing.js'
export { createFakePolkadot, type FakePolkadot, type FakePolkadotParameters } from '../testing/createFakePolkadot.js'
export { type Ed25519Key, ed25519Key } from '../testing/ed25519Key.js'
export { type FakeKeySwitches, failAsSwitched } from '../testing/fakeKeySwitches.js'
