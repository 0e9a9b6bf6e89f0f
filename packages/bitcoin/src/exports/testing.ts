export {
  createFakeBitcoin,
  type FakeBitcoin,
  type FakeBitcoinParameters,
  type FakeBitcoinSwitches,
} from '../testing/createFakeBitcoin.js'
