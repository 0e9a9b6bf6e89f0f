export { createEmitter, type Emitter } from '../emitter.js'
export { createFakeConnector, type FakeConnector, type FakeSwitches } from '../testing/createFakeConnector.js'
