export {
  createFakeCosmos,
  type FakeCosmos,
  type FakeCosmosParameters,
  type FakeCosmosSwitches,
} from '../testing/createFakeCosmos.js'
