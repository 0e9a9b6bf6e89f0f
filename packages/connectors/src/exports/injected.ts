export { type InjectedParameters, injected } from '../injected/injected.js'
