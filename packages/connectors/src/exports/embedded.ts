export { type EmbeddedParameters, embedded } from '../embedded/embedded.js'
